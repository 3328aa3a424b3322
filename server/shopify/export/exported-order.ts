import { isDirham } from '../../../contract/rules/amounts/currency.ts';
import { type CellFault, cellFault } from '../../../contract/rules/import/cell-faults.ts';
import type { CustomerRequest } from '../../../contract/rules/orders/customer-request.ts';
import { orderNumberOf } from '../../../contract/rules/orders/order-number.ts';
import { splitName } from '../../orders/contents/customer-name.ts';
import { LONGEST } from '../../orders/contents/new-order.ts';
import { type CellFinding, type ReadOrder, reasonWith } from '../../orders/import/import-finding.ts';
import { destinationOf, type IncomingAddress } from '../../orders/incoming/destination.ts';
import type { IncomingField, IncomingLine, IncomingOrder } from '../../orders/incoming/incoming-order.ts';
import { isPickup, nothingToCarry } from '../../orders/incoming/nothing-to-deliver.ts';
import { promisedBy } from '../../orders/incoming/promised-window.ts';
import { readIncoming } from '../../orders/incoming/read-incoming.ts';
import type { ShopReading } from '../../orders/incoming/shop-reading.ts';
import { financialStatusOf } from '../store-orders/financial-status.ts';
import { CellReader } from './cells.ts';
import type { CsvRow } from './csv-rows.ts';
import { isRefundedInPart, isRemoved, readAmounts, readPayment } from './exported-amounts.ts';

/** The rows of one order. The first has all values that do not belong to a line. */
export type OrderRows = readonly [CsvRow, ...CsvRow[]];

/**
 * Turns the rows of one order of Shopify's export into an order, or into findings with line, column and
 * reason.
 */
export function readExportedOrder(rows: OrderRows, reading: ShopReading): ReadOrder {
  const [first] = rows;
  const order_number = orderNumberOf(first.cell('Name'));
  const left_out = leftOutBecause(rows);
  if (left_out) return { findings: [{ kind: 'left_out', line: first.line, order_number, ...left_out }] };

  const cells = new CellReader(first);
  if (isContinuation(first)) {
    cells.fault('Name', 'rows_apart');
    return { findings: badFindings(cells, order_number) };
  }
  for (const row of rows) if (row.misshapen) cells.at(row).misshapen(row.misshapen);
  // In a row with shifted cells, further faults are only consequences.
  if (cells.faults.length > 0) return { findings: badFindings(cells, order_number) };
  const incoming = incomingOf(cells, rows, { order_number, time_zone: reading.time_zone });
  // Skipped if there are faults: it would only report the unreadable cells again.
  const read = cells.faults.length === 0 ? readIncoming(incoming, reading.names) : undefined;
  if (read && 'order' in read) return read;
  for (const { field, code, values } of read?.faults ?? []) cells.fault(COLUMNS[field], code, values);
  return { findings: badFindings(cells, order_number) };
}

function badFindings({ faults }: CellReader, order_number: string): CellFinding[] {
  return faults.map((fault) => ({ kind: 'bad', order_number, ...fault }));
}

/** Only an order's first row carries its status and totals. */
function isContinuation(row: CsvRow): boolean {
  return ['Financial Status', 'Currency', 'Subtotal', 'Total'].every((column) => row.cell(column) === '');
}

/**
 * Returns why this shop need not deliver a valid order: it is refunded, cancelled, fulfilled already, picked
 * up, or in another currency. Returns undefined if the order is to be delivered.
 */
function leftOutBecause(rows: OrderRows): ReturnType<typeof leftOut> | undefined {
  const [first] = rows;
  if (first.misshapen) return undefined;
  const [status, currency] = [first.cell('Financial Status'), first.cell('Currency')];
  const in_status = cellFault('order_in_status', { status: status.replaceAll('_', ' ') });
  const is_partly_sent = isPartlySent(first);
  const nothing = nothingToCarry(rows.map((row) => carriedOf(row, is_partly_sent)));
  const is_refunded = isRefundedInPart(first);
  // The remaining goods are known only if the removed lines are marked.
  const is_left = is_refunded && rows.some(isRemoved);
  const because: [is: boolean, column: string, fault: CellFault][] = [
    [isOver(status) && !is_left, 'Financial Status', in_status],
    [
      is_refunded && !is_left,
      'Refunded Amount',
      cellFault('order_in_status', { status: 'partially refunded' }),
    ],
    [first.cell('Cancelled at') !== '', 'Cancelled at', cellFault('order_cancelled')],
    [
      currency !== '' && !isDirham(currency),
      'Currency',
      cellFault('order_in_currency', { currency: currency.slice(0, 20) }),
    ],
    [first.cell('Fulfillment Status') === 'fulfilled', 'Fulfillment Status', cellFault('order_fulfilled')],
    [nothing === 'sent', 'Lineitem fulfillment status', cellFault('order_fulfilled')],
    [nothing === 'not_carried', 'Lineitem requires shipping', cellFault('order_not_carried')],
    [isPickedUp(first), 'Shipping Method', cellFault('order_picked_up')],
  ];
  const found = because.find(([is]) => is);
  return found && leftOut(found[1], found[2]);
}

/** True for a status with which an order is not delivered. */
function isOver(status: string): boolean {
  return financialStatusOf(status) === 'left_out';
}

/** True if the store has sent a part of the order separately. */
function isPartlySent(first: CsvRow): boolean {
  return first.cell('Fulfillment Status') === 'partial';
}

/** A quantity that cannot be read counts as 1, so that the order is reported as faulty, not skipped. */
function carriedOf(row: CsvRow, is_partly_sent: boolean) {
  const qty = isRemoved(row) ? 0 : Number(/^\d{1,6}$/.exec(row.cell('Lineitem quantity')) ?? 1);
  const [name, sku] = [row.cell('Lineitem name'), row.cell('Lineitem sku')];
  return { name, sku, qty, left_qty: leftQty(row, is_partly_sent), requires_shipping: requiresShipping(row) };
}

function requiresShipping(row: CsvRow): boolean | null {
  const requires = row.cell('Lineitem requires shipping').toLowerCase();
  return requires === '' ? null : requires !== 'false';
}

/** Returns the remaining quantity: 0 if the line was sent separately, undefined if all of it remains. */
function leftQty(row: CsvRow, is_partly_sent: boolean): 0 | undefined {
  return is_partly_sent && row.cell('Lineitem fulfillment status') === 'fulfilled' ? 0 : undefined;
}

function isPickedUp(first: CsvRow): boolean {
  const title = first.cell('Shipping Method');
  const has_address = ['Name', 'Address1', 'Address2', 'City'].some(
    (part) => first.cell(`Shipping ${part}`) !== '',
  );
  return isPickup(title === '' ? [] : [{ title, category: '' }], {
    ships_to_address: has_address,
    bills_to_street: first.cell('Billing Address1') !== '' || first.cell('Billing Address2') !== '',
  });
}

function leftOut(column: string, fault: CellFault) {
  return { column, ...reasonWith(fault) };
}

function incomingOf(
  cells: CellReader,
  rows: OrderRows,
  { order_number, time_zone }: { order_number: string; time_zone: string },
): IncomingOrder {
  cells.code('Name');
  cells.filled('Currency');
  const status = cells.raw('Financial Status');
  if (financialStatusOf(status) === 'unknown')
    cells.fault('Financial Status', status ? 'unknown_status' : 'empty', { text: status });
  const is_partly_sent = isPartlySent(rows[0]);
  const requests = readAttributes(cells.raw('Note Attributes'));
  const promised_at = promisedBy(requests, time_zone);
  const company = cells.raw('Shipping Company');
  return {
    number: order_number,
    external_id: readId(cells),
    created_at: cells.instant('Created at'),
    customer: splitName(cells.words(firstFilled(cells, ['Shipping Name', 'Billing Name']))),
    phone: withoutApostrophe(cells.code(firstFilled(cells, ['Shipping Phone', 'Billing Phone', 'Phone']))),
    destination: destinationOf(readAddress(cells, 'Shipping'), readAddress(cells, 'Billing')),
    notes: cells.raw('Notes'),
    ...(requests.length === 0 && company === '' ? {} : { requests: [...companyOf(company), ...requests] }),
    ...(promised_at ? { promised_at } : {}),
    lines: rows.filter((row) => !isRemoved(row)).map((row) => readLine(cells, row, is_partly_sent)),
    amounts: readAmounts(cells, rows),
    payment: readPayment(cells, { is_refunded: isRefundedInPart(rows[0]) }),
  };
}

/** Reads the order's id. Unlike other texts it is not shortened: it would become the id of another order. */
function readId(cells: CellReader): string | null {
  const id = cells.code('Id');
  if (id.length > LONGEST.id) cells.fault('Id', 'too_long', { max: LONGEST.id });
  if (id.includes('\u0000')) cells.fault('Id', 'unreadable_letters');
  return id || null;
}

function readLine(first: CellReader, row: CsvRow, is_partly_sent: boolean): IncomingLine {
  const cells = first.at(row);
  return {
    name: cells.words('Lineitem name'),
    sku: cells.code('Lineitem sku'),
    qty: cells.quantity('Lineitem quantity'),
    left_qty: leftQty(row, is_partly_sent),
    requires_shipping: requiresShipping(row),
    unit_price_fils: cells.amount('Lineitem price'),
  };
}

function companyOf(company: string): CustomerRequest[] {
  return company === '' ? [] : [{ name: 'Company', text: company }];
}

/** Reads lines such as `Delivery-Date: 2026/11/29`. A line without a name continues the previous value. */
function readAttributes(text: string): CustomerRequest[] {
  const requests: CustomerRequest[] = [];
  if (text === '') return requests;
  for (const line of text.split('\n').map((one) => one.trim())) {
    const [, name, value = ''] = /^([^:]{1,100}):(.*)$/.exec(line) ?? [];
    const last = requests.at(-1);
    if (name !== undefined) requests.push({ name: name.trim(), text: value.trim() });
    else if (line === '') continue;
    else if (last) last.text += `\n${line}`;
    else requests.push({ name: 'Note', text: line });
  }
  return requests;
}

/**
 * Removes the apostrophe that Shopify puts before text that a spreadsheet would read as a formula or a
 * number.
 */
function withoutApostrophe(text: string): string {
  return text.replace(/^'(?=[+\d])/, '');
}

/** Returns the first of these columns that is not empty, or the first if all are empty. */
function firstFilled(cells: CellReader, columns: readonly [string, ...string[]]): string {
  return columns.find((column) => cells.raw(column) !== '') ?? columns[0];
}

function readAddress(cells: CellReader, of: 'Shipping' | 'Billing'): IncomingAddress {
  return {
    address1: cells.words(`${of} Address1`),
    address2: cells.words(`${of} Address2`),
    city: cells.words(`${of} City`),
    zip: withoutApostrophe(cells.code(`${of} Zip`)),
    province: cells.words(`${of} Province`),
  };
}

/** The column of the export for each field of the rules. */
const COLUMNS = {
  number: 'Name',
  destination: 'Shipping Address1',
  lines: 'Lineitem quantity',
  subtotal: 'Subtotal',
  total: 'Total',
  due: 'Outstanding Balance',
  payment: 'Payment Method',
} as const satisfies Record<IncomingField, string>;
