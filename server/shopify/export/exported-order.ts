import { type CellFault, cellFault } from '../../../contract/rules/cell-faults.ts';
import { formatMoney, isFils } from '../../../contract/rules/money.ts';
import { orderNumberOf } from '../../../contract/rules/order-number.ts';
import { splitName } from '../../orders/customer-name.ts';
import { type CellFinding, type ReadOrder, reasonWith } from '../../orders/import-finding.ts';
import { LONGEST, type NewLine, type NewOrder } from '../../orders/new-order.ts';
import { type AddressParts, areaOf, bestAddress, joinAddress } from '../delivery-address.ts';
import { financialStatusOf, paymentNamesOf, paymentOf } from '../payment-method.ts';
import { CellReader } from './cells.ts';
import type { CsvRow } from './csv-rows.ts';

/** The rows of one order; the first carries all that is not about a line. */
export type OrderRows = readonly [CsvRow, ...CsvRow[]];

/** Turns the rows of one order of Shopify's export into an order, or says by line and column why it is none. */
export function readExportedOrder(rows: OrderRows): ReadOrder {
  const [first] = rows;
  const order_number = orderNumberOf(first.cell('Name'));
  const left_out = leftOutBecause(first);
  if (left_out) return { findings: [{ kind: 'left_out', line: first.line, order_number, ...left_out }] };

  const cells = new CellReader(first);
  if (isContinuation(first)) {
    cells.fault('Name', 'rows_apart');
    return { findings: badFindings(cells, order_number) };
  }
  for (const row of rows) if (row.misshapen) cells.at(row).misshapen(row.misshapen);
  // What else a row whose cells have slipped seems to say is not worth naming.
  if (cells.faults.length > 0) return { findings: badFindings(cells, order_number) };
  const order = readOrder(cells, rows, order_number);
  if (cells.faults.length === 0) return { order };
  return { findings: badFindings(cells, order_number) };
}

function badFindings({ faults }: CellReader, order_number: string): CellFinding[] {
  return faults.map((fault) => ({ kind: 'bad', order_number, ...fault }));
}

/** Only an order's first row carries its status and totals. */
function isContinuation(row: CsvRow): boolean {
  return ['Financial Status', 'Currency', 'Subtotal', 'Total'].every((column) => row.cell(column) === '');
}

/** Orders that are whole but not ours to deliver: refunded, voided, cancelled, fulfilled already, in another currency. */
function leftOutBecause(first: CsvRow): ReturnType<typeof leftOut> | undefined {
  if (first.misshapen) return undefined;
  const [status, currency] = [first.cell('Financial Status'), first.cell('Currency')];
  const is_foreign = currency !== '' && currency.toUpperCase() !== 'AED';
  const in_status = cellFault('order_in_status', { status: status.replaceAll('_', ' ') });
  const because: [is: boolean, column: string, fault: CellFault][] = [
    [financialStatusOf(status) === 'left_out', 'Financial Status', in_status],
    [first.cell('Cancelled at') !== '', 'Cancelled at', cellFault('order_cancelled')],
    [is_foreign, 'Currency', cellFault('order_in_currency', { currency: currency.slice(0, 20) })],
    [first.cell('Fulfillment Status') === 'fulfilled', 'Fulfillment Status', cellFault('order_fulfilled')],
  ];
  const found = because.find(([is]) => is);
  return found && leftOut(found[1], found[2]);
}

function leftOut(column: string, fault: CellFault) {
  return { column, ...reasonWith(fault) };
}

function readOrder(cells: CellReader, rows: OrderRows, order_number: string): NewOrder {
  cells.filled('Name');
  cells.code('Name', LONGEST.number);
  if (order_number.startsWith('#')) cells.fault('Name', 'number_marks');
  cells.filled('Currency');

  const lines = rows.map((row) => readLine(cells.at(row)));
  const line_discounts = rows.map((row) => cells.at(row).amount('Lineitem discount', true));
  const line_discount_fils = line_discounts.reduce((sum, fils) => sum + fils, 0);
  const totals = readTotals(cells, lines, line_discount_fils);
  return {
    order_number,
    external_id: cells.code('Id', LONGEST.id) || null,
    customer: readCustomer(cells),
    ...readAddress(cells),
    notes: cells.text('Notes', LONGEST.notes) || null,
    created_at: cells.instant('Created at'),
    ...totals,
    ...readPayment(cells, totals),
    lines,
  };
}

function readLine(cells: CellReader): NewLine {
  cells.filled('Lineitem name');
  return {
    name: cells.words('Lineitem name', LONGEST.product),
    sku: cells.code('Lineitem sku', LONGEST.sku) || null,
    qty: cells.quantity('Lineitem quantity'),
    unit_price_fils: cells.amount('Lineitem price'),
  };
}

/** What is due at the door: the Outstanding Balance where it is given, else everything unless the order is paid. */
function readPayment(cells: CellReader, { total_amount_fils }: Totals) {
  const status = cells.raw('Financial Status');
  const financial = financialStatusOf(status);
  if (financial === 'unknown') {
    cells.fault('Financial Status', status ? 'unknown_status' : 'empty', { text: status });
  }
  const fallback = financial === 'paid' ? 0 : total_amount_fils;
  const given = cells.raw('Outstanding Balance') !== '';
  if (financial === 'partially_paid' && !given) {
    cells.fault('Outstanding Balance', 'due_unknown');
  }
  const due_amount_fils = given ? cells.amount('Outstanding Balance') : fallback;
  if (financial === 'paid' && due_amount_fils > 0) {
    cells.fault('Outstanding Balance', 'due_though_paid', { amount: formatMoney(due_amount_fils) });
  } else if (cells.faults.length === 0 && due_amount_fils > total_amount_fils) {
    cells.fault('Outstanding Balance', 'due_above_total', { amount: formatMoney(due_amount_fils) });
  }
  return paymentOf(paymentNamesOf(cells.raw('Payment Method')), { due_amount_fils, total_amount_fils });
}

/** Shopify puts an apostrophe before what a spreadsheet would take for a formula or a number. */
function withoutApostrophe(text: string): string {
  return text.replace(/^'(?=[+\d])/, '');
}

/** The first of these columns with something in it; the first where all are empty. */
function firstFilled(cells: CellReader, columns: readonly [string, ...string[]]): string {
  return columns.find((column) => cells.raw(column) !== '') ?? columns[0];
}

function readCustomer(cells: CellReader): NewOrder['customer'] {
  const name = cells.words(firstFilled(cells, ['Shipping Name', 'Billing Name']), LONGEST.name);
  const phone_column = firstFilled(cells, ['Shipping Phone', 'Billing Phone', 'Phone']);
  const phone = withoutApostrophe(cells.code(phone_column, LONGEST.phone));
  return { ...splitName(name), phone: phone || null };
}

function readAddress(cells: CellReader): Pick<NewOrder, 'delivery_address' | 'area'> {
  const parts = (of: 'Shipping' | 'Billing'): AddressParts => ({
    address1: cells.words(`${of} Address1`, LONGEST.address),
    address2: cells.words(`${of} Address2`, LONGEST.address),
    city: cells.words(`${of} City`, LONGEST.address),
    zip: withoutApostrophe(cells.code(`${of} Zip`, LONGEST.address)),
    province: cells.words(`${of} Province`, LONGEST.address),
  });
  const address = bestAddress([parts('Shipping'), parts('Billing')]);
  if (!address) cells.fault('Shipping Address1', 'no_address');
  return address
    ? { delivery_address: joinAddress(address), area: areaOf(address) }
    : { delivery_address: '' };
}

type Totals = Pick<
  NewOrder,
  'subtotal_fils' | 'discount_fils' | 'shipping_fils' | 'tax_fils' | 'total_amount_fils'
>;

/**
 * Ties an order's amounts together. Shopify's Subtotal is what is left of the lines after the discount; a discount of
 * single lines is contained in Discount Amount or comes on top, and taxes are contained in the prices or come on top:
 * whichever adds up is what the shop meant. Neither means that rows are missing or altered.
 */
function readTotals(cells: CellReader, lines: NewLine[], line_discount_fils: number): Totals {
  const subtotal_fils = lines.reduce((sum, { qty, unit_price_fils }) => sum + qty * unit_price_fils, 0);
  const discounted = cells.amount('Subtotal');
  const discount = cells.amount('Discount Amount', true);
  const shipping_fils = cells.amount('Shipping', true);
  const taxes = cells.amount('Taxes', true);
  const total_amount_fils = cells.amount('Total');
  const untied = { subtotal_fils, discount_fils: 0, shipping_fils, tax_fils: 0, total_amount_fils };
  // Sums of cells that could not be read would only be said to be wrong once more.
  if (cells.faults.length > 0) return untied;
  if (!isFils(subtotal_fils)) {
    cells.fault('Subtotal', 'lines_too_high');
    return untied;
  }

  const discounts = [discount, discount + line_discount_fils];
  const discount_fils = discounts.find((one) => subtotal_fils - one === discounted);
  if (discount_fils === undefined) {
    cells.fault('Subtotal', 'lines_differ', {
      amount: formatMoney(discounted),
      lines: formatMoney(subtotal_fils),
      discount: formatMoney(discount),
    });
    return untied;
  }
  const tax_fils = [0, taxes].find((one) => discounted + shipping_fils + one === total_amount_fils);
  if (tax_fils === undefined) {
    cells.fault('Total', 'total_differs', {
      amount: formatMoney(total_amount_fils),
      subtotal: formatMoney(discounted),
      shipping: formatMoney(shipping_fils),
      taxes: formatMoney(taxes),
    });
    return untied;
  }
  return { ...untied, discount_fils, tax_fils };
}
