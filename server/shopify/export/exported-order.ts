import { formatMoney } from '../../../contract/rules/money.ts';
import type { ReadOrder } from '../../orders/found-order.ts';
import type { ImportFinding } from '../../orders/import-finding.ts';
import { LONGEST, type NewLine, type NewOrder } from '../../orders/new-order.ts';
import { orderNumberOf } from '../../orders/order-number.ts';
import { type AddressParts, deliveryAddressOf } from '../delivery-address.ts';
import { financialStatusOf, paymentMethodOf, paymentNamesOf } from '../payment-method.ts';
import { CellReader } from './cells.ts';
import type { CsvRow } from './csv-rows.ts';
import { readTotals, type Totals } from './totals.ts';

/** The rows of one order; the first carries all that is not about a line. */
export type OrderRows = readonly [CsvRow, ...CsvRow[]];

/** Turns the rows of one order of Shopify's export into an order, or says by line and column why it is none. */
export function readExportedOrder(rows: OrderRows): ReadOrder {
  const [first] = rows;
  const order_number = orderNumberOf(first.cell('Name'));
  const left_out = leftOutBecause(first);
  if (left_out) return { findings: [{ kind: 'left_out', line: first.line, order_number, ...left_out }] };

  const cells = new CellReader();
  if (isContinuation(first)) {
    const reason = 'this row continues an order, but its first row does not stand right before it';
    cells.fault(first, 'Name', reason);
    return { findings: badFindings(cells, order_number) };
  }
  for (const row of rows) if (row.misshapen) cells.fault(row, row.misshapen.column, row.misshapen.reason);
  // What else a row whose cells have slipped seems to say is not worth naming.
  if (cells.faults.length > 0) return { findings: badFindings(cells, order_number) };
  const order = readOrder(cells, rows, order_number);
  if (cells.faults.length === 0) return { order };
  return { findings: badFindings(cells, order_number) };
}

function badFindings({ faults }: CellReader, order_number: string): ImportFinding[] {
  return faults.map((fault) => ({ kind: 'bad', order_number, ...fault }));
}

/** Only an order's first row carries its status and totals. */
function isContinuation(row: CsvRow): boolean {
  return ['Financial Status', 'Currency', 'Subtotal', 'Total'].every((column) => row.cell(column) === '');
}

/** Orders that are whole but not ours to deliver: refunded, voided, cancelled, fulfilled already, in another currency. */
function leftOutBecause(first: CsvRow): { column: string; reason: string } | undefined {
  if (first.misshapen) return undefined;
  const status = first.cell('Financial Status');
  if (financialStatusOf(status) === 'left_out') {
    return {
      column: 'Financial Status',
      reason: `not imported, the order is ${status.replaceAll('_', ' ')}`,
    };
  }
  if (first.cell('Cancelled at') !== '') {
    return { column: 'Cancelled at', reason: 'not imported, the order is cancelled' };
  }
  const currency = first.cell('Currency');
  if (currency !== '' && currency.toUpperCase() !== 'AED') {
    return {
      column: 'Currency',
      reason: `not imported, the order is in ${currency.slice(0, 20)}, not in AED`,
    };
  }
  if (first.cell('Fulfillment Status') === 'fulfilled') {
    return { column: 'Fulfillment Status', reason: 'not imported, the order is fulfilled already' };
  }
  return undefined;
}

function readOrder(cells: CellReader, rows: OrderRows, order_number: string): NewOrder {
  const [first] = rows;
  cells.filled(first, 'Name');
  cells.code(first, 'Name', LONGEST.number);
  if (order_number.startsWith('#')) cells.fault(first, 'Name', 'starts with more than one #');
  cells.filled(first, 'Currency');

  const lines = rows.map((row) => readLine(cells, row));
  const line_discounts = rows.map((row) => cells.amount(row, 'Lineitem discount', true));
  const totals = readTotals(
    cells,
    first,
    lines,
    line_discounts.reduce((sum, fils) => sum + fils, 0),
  );
  return {
    order_number,
    external_id: cells.code(first, 'Id', LONGEST.id) || null,
    customer: readCustomer(cells, first),
    delivery_address: readAddress(cells, first),
    notes: cells.text(first, 'Notes', LONGEST.notes) || null,
    created_at: cells.instant(first, 'Created at'),
    ...totals,
    ...readPayment(cells, first, totals),
    lines,
  };
}

function readLine(cells: CellReader, row: CsvRow): NewLine {
  cells.filled(row, 'Lineitem name');
  return {
    name: cells.words(row, 'Lineitem name', LONGEST.product),
    sku: cells.code(row, 'Lineitem sku', LONGEST.sku) || null,
    qty: cells.quantity(row, 'Lineitem quantity'),
    unit_price_fils: cells.amount(row, 'Lineitem price'),
  };
}

/** What is due at the door: the Outstanding Balance where it is given, else everything unless the order is paid. */
function readPayment(cells: CellReader, first: CsvRow, { total_amount_fils }: Totals) {
  const status = first.cell('Financial Status');
  const financial = financialStatusOf(status);
  if (financial === 'unknown') {
    cells.fault(first, 'Financial Status', status ? `"${status}" is not a status of an order` : 'is empty');
  }
  const fallback = financial === 'paid' ? 0 : total_amount_fils;
  const given = first.cell('Outstanding Balance') !== '';
  if (financial === 'partially_paid' && !given) {
    cells.fault(first, 'Outstanding Balance', 'is empty, so what is still due is unknown');
  }
  const due_amount_fils = given ? cells.amount(first, 'Outstanding Balance') : fallback;
  if (financial === 'paid' && due_amount_fils > 0) {
    cells.fault(
      first,
      'Outstanding Balance',
      `${formatMoney(due_amount_fils)} is due although the order is paid`,
    );
  } else if (cells.faults.length === 0 && due_amount_fils > total_amount_fils) {
    cells.fault(
      first,
      'Outstanding Balance',
      `${formatMoney(due_amount_fils)} is more than the order's total`,
    );
  }
  const nothing_due = due_amount_fils === 0;
  return {
    payment_method: paymentMethodOf(paymentNamesOf(first.cell('Payment Method')), nothing_due),
    payment_status: nothing_due ? ('paid' as const) : ('pending' as const),
    paid_amount_fils: total_amount_fils - due_amount_fils,
    due_amount_fils,
  };
}

/** Shopify puts an apostrophe before what a spreadsheet would take for a formula or a number. */
function withoutApostrophe(text: string): string {
  return text.replace(/^'(?=[+\d])/, '');
}

/** The first of these columns with something in it; the first where all are empty. */
function firstFilled(row: CsvRow, columns: readonly [string, ...string[]]): string {
  return columns.find((column) => row.cell(column) !== '') ?? columns[0];
}

function readCustomer(cells: CellReader, first: CsvRow): NewOrder['customer'] {
  const name = cells.words(first, firstFilled(first, ['Shipping Name', 'Billing Name']), LONGEST.name);
  const [first_name = '', ...rest] = name.split(/\s+/);
  const phone_column = firstFilled(first, ['Shipping Phone', 'Billing Phone', 'Phone']);
  const phone = withoutApostrophe(cells.code(first, phone_column, LONGEST.phone));
  return { first_name, last_name: rest.join(' '), phone: phone || null };
}

function readAddress(cells: CellReader, first: CsvRow): string {
  const parts = (of: 'Shipping' | 'Billing'): AddressParts => ({
    address1: cells.words(first, `${of} Address1`, LONGEST.address),
    address2: cells.words(first, `${of} Address2`, LONGEST.address),
    city: cells.words(first, `${of} City`, LONGEST.address),
    zip: withoutApostrophe(cells.code(first, `${of} Zip`, LONGEST.address)),
    province: cells.words(first, `${of} Province`, LONGEST.address),
  });
  const address = deliveryAddressOf([parts('Shipping'), parts('Billing')]);
  if (address === '')
    cells.fault(first, 'Shipping Address1', 'is empty, and there is no billing address either');
  return address;
}
