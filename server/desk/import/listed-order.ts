import { isDirham } from '../../../contract/rules/amounts/currency.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { dayOf } from '../../../contract/rules/dates/dates.ts';
import { isUnreadable } from '../../../contract/rules/encodings/unreadable-character.ts';
import { type CellFault, type CellFaultCode, cellFault } from '../../../contract/rules/import/cell-faults.ts';
import type { ListField, ListLayout } from '../../../contract/rules/import/import-fields.ts';
import { paymentMeaning } from '../../../contract/rules/import/source-names.ts';
import { orderNumberOf } from '../../../contract/rules/orders/order-number.ts';
import { splitName } from '../../orders/contents/customer-name.ts';
import type { NewOrder } from '../../orders/contents/new-order.ts';
import type { MissingField } from '../../orders/import/fill-missing-fields.ts';
import { type CellFinding, reasonWith } from '../../orders/import/import-finding.ts';
import { joinAddress } from '../../orders/incoming/delivery-address.ts';
import type {
  IncomingFault,
  IncomingField,
  IncomingOrder,
  IncomingPayment,
} from '../../orders/incoming/incoming-order.ts';
import { isPickupTitle } from '../../orders/incoming/nothing-to-deliver.ts';
import { readIncoming } from '../../orders/incoming/read-incoming.ts';
import type { ShopReading } from '../../orders/incoming/shop-reading.ts';
import { isPlausibleOrderTime, isPlausiblePromise } from '../../orders/order-time.ts';
import type { OrderRows } from '../../shopify/export/exported-order.ts';
import { noteItemsDiffer } from './list-amounts.ts';
import { ListCells } from './list-cells.ts';
import { countedRows, readListLines } from './list-lines.ts';
import { checkSums, dueOfRows, findDifferingRows, type ListedRows, totalOfRows } from './list-rows.ts';
import { readPaidFlag, statusOf } from './list-statuses.ts';
import { checkRemoved, splitRemoved } from './removed-rows.ts';
import { isTotalsRow } from './totals-row.ts';

/** The settings with which a shop's lists are read. */
export type ListReading = ShopReading & { layout: ListLayout; now: Date };

export type ListedOrder = { order: NewOrder; missing_fields: MissingField[] } | { findings: ListFinding[] };

/** `unknown_status`: a status that the shop has to, or may, define so that the order can be imported. */
export type ListFinding = CellFinding & { unknown_status?: string };

/** Fields that decide if an order is imported, unless they contain an unreadable character. */
const DECIDING = ['status', 'currency', 'shipping_method'] as const;

/** An order promised for a day is late when that day has ended. */
const END_OF_DAY = '23:59';

/** Converts the rows of one order of a list to an order, or returns the findings that prevent it. */
export function readListedOrder(sent: OrderRows, reading: ListReading): ListedOrder {
  const all = new ListCells(sent, reading.layout);
  const order_number = orderNumberOf(all.code('order_number'));
  const [first, ...more] = sent.filter((row) => !isTotalsRow(all, row));
  if (!first) return { findings: [totalsRow(all, sent, order_number)] };
  const rows: OrderRows = [first, ...more];
  const list = new ListCells(rows, reading.layout, all.faults);
  // Shifted cells would be reported as contradictions.
  const is_whole = sent.every(({ misshapen }) => !misshapen);
  if (is_whole && findDifferingRows(list, rows)) return { findings: findingsOf(list, order_number) };
  const is_decidable = DECIDING.every((field) => !isUnreadable(list.raw(field)));
  const state = is_decidable ? statusOf(list.raw('status'), reading.names) : undefined;
  if (state === 'unknown') return unknownStatus(list, order_number);
  const over = is_decidable ? (state ?? foreignCurrency(list) ?? pickup(list)) : undefined;
  if (over) return { findings: [{ kind: 'left_out', order_number, ...leftOut(list, over) }] };
  all.misshapen();
  const sums = sent.filter((row) => !rows.includes(row));
  const read = list.faults.length === 0 ? readRows(list, { rows, sums }, reading, order_number) : undefined;
  return read ?? { findings: findingsOf(list, order_number) };
}

function findingsOf({ faults }: ListCells, order_number: string): ListFinding[] {
  return faults.map((fault) => ({ kind: 'bad', order_number, ...fault }));
}

function unknownStatus(list: ListCells, order_number: string): ListedOrder {
  const text = list.raw('status');
  list.fault('status', 'unknown_status', { text });
  return { findings: findingsOf(list, order_number).map((one) => ({ ...one, unknown_status: text })) };
}

function totalsRow(list: ListCells, [{ line }]: OrderRows, order_number: string): ListFinding {
  const column = list.columns('order_number')[0] ?? '';
  return { kind: 'left_out', line, column, order_number, ...reasonWith(cellFault('totals_row')) };
}

type Over = {
  field: 'status' | 'currency' | 'shipping_method';
  fault: CellFault;
  unknown_status?: string;
};

function pickup(list: ListCells): Over | undefined {
  if (!isPickupTitle(list.raw('shipping_method'))) return undefined;
  return { field: 'shipping_method', fault: cellFault('order_picked_up') };
}

function foreignCurrency(list: ListCells): Over | undefined {
  const currency = list.raw('currency');
  if (currency === '' || isDirham(currency)) return undefined;
  return {
    field: 'currency',
    fault: cellFault('order_in_currency', { currency: currency.slice(0, 20) }),
  };
}

function leftOut(list: ListCells, { field, fault, ...unknown }: Over) {
  return {
    line: list.line(field),
    column: list.columns(field)[0] ?? '',
    ...reasonWith(fault),
    ...unknown,
  };
}

/** Returns undefined if something is wrong, after noting it under its cells. */
function readRows(
  list: ListCells,
  listed: ListedRows,
  reading: ListReading,
  order_number: string,
): { order: NewOrder; missing_fields: MissingField[] } | undefined {
  const { created_at, promised_at } = readTimes(list, reading);
  const split = splitRemoved(list, listed.rows);
  if (split.left.length === 0) {
    list.fault('quantity', 'no_lines');
    return undefined;
  }
  const counted = { ...listed, rows: countedRows(list, listed.rows, split) };
  const totals = totalOfRows(list, counted);
  const due_fils = dueOfRows(list, counted, totals);
  if (!list.isPriced()) checkRemoved(list, split, totals);
  checkSums(list, counted, { total_fils: totals.total_fils, due_fils });
  const { lines, amounts } = readListLines(list, split, totals);
  const name = firstOf(list, 'name', 'other_name', (parts) => parts.join(' '));
  const address = firstOf(list, 'address', 'other_address', oneAddress);
  const incoming: IncomingOrder = {
    number: order_number,
    external_id: null,
    created_at: created_at ?? reading.now,
    promised_at,
    customer: splitName(name),
    phone: list.phone(),
    destination: { text: address, area: list.texts('area')[0]?.replace(/\s+/g, ' ').trim() || undefined },
    notes: list.notes(),
    lines,
    amounts,
    payment: readPayment(list, due_fils ?? null, reading),
  };
  if (list.faults.length > 0) return undefined;
  const read = readIncoming(incoming, reading.names);
  if ('order' in read) return { order: read.order, missing_fields: missingFieldsOf(list, created_at) };
  for (const fault of read.faults) note(list, fault);
  return undefined;
}

function missingFieldsOf(list: ListCells, created_at: Date | undefined): MissingField[] {
  const missing_fields: MissingField[] = ['external_id'];
  if (created_at === undefined) missing_fields.push('created_at');
  if (!list.hasField('phone')) missing_fields.push('phone');
  if (!list.hasField('notes')) missing_fields.push('notes');
  if (!list.hasField('item')) missing_fields.push('lines');
  return missing_fields;
}

const FIELDS: Record<IncomingField, ListField> = {
  number: 'order_number',
  destination: 'address',
  lines: 'item',
  subtotal: 'amount',
  total: 'amount',
  due: 'due',
  payment: 'method',
};

/**
 * Notes a fault of the order rules under the column of the list. Amounts that do not match are reported with
 * the sum of the items.
 */
function note(list: ListCells, { field, code, values = {} }: IncomingFault): void {
  const { amount = '', lines: items = '', taxes: extras = '' } = values;
  if (code === 'total_differs') noteItemsDiffer(list, { amount, items, extras });
  else list.fault(FIELDS[field], code, values);
}

/**
 * Refuses impossible times: a day mistaken for a month would make an order the newest of all, or one that is
 * never late.
 */
function readTimes(list: ListCells, { time_zone, now }: ListReading) {
  const created_at = list.moment('created', time_zone, '12:00');
  const promised_at = list.moment('promised', time_zone, END_OF_DAY);
  const refuse = (field: 'created' | 'promised', code: CellFaultCode, at: Date) =>
    list.fault(field, code, { text: list.raw(field), day: dayOf(at, time_zone) });
  if (created_at && !isPlausibleOrderTime(created_at, now)) refuse('created', 'no_order_time', created_at);
  if (promised_at && !isPlausiblePromise(promised_at, now)) refuse('promised', 'no_promise', promised_at);
  return { created_at, promised_at };
}

function oneAddress(parts: string[]): string {
  const [address1 = '', address2 = '', city = '', zip = '', ...rest] = parts;
  return joinAddress({ address1, address2, city, zip, province: rest.join(', ') });
}

function firstOf(
  list: ListCells,
  field: 'name' | 'address',
  other: 'other_name' | 'other_address',
  joined: (parts: string[]) => string,
): string {
  const text = joined(list.texts(field)).trim() || joined(list.texts(other)).trim();
  if (text === '') list.fault(field, 'empty');
  return text;
}

/** Determines what is due: the list's amount due, else nothing if paid, else by the meaning of its method. */
function readPayment(
  list: ListCells,
  due_fils: number | null,
  { layout, names }: ListReading,
): IncomingPayment {
  const name = list.raw('method').slice(0, 200);
  const is_named = list.hasField('method');
  const listed_names = is_named ? [name] : [];
  const decided = is_named ? undefined : (layout.method ?? 'cash');
  if (!list.hasField('paid'))
    return { names: listed_names, decided, status: null, outstanding_fils: due_fils };
  const word = list.raw('paid');
  const is_paid = readPaidFlag(word);
  if (is_paid === undefined) list.fault('paid', 'no_yes_or_no', { text: word });
  // A wallet or instalment company pays the shop: nothing is due on delivery, whatever the column contains.
  const is_later = is_named && paymentMeaning(name, names.payment) === 'instalments';
  const outstanding_fils = is_later ? null : due_fils;
  if (is_paid && outstanding_fils)
    list.fault('due', 'due_though_paid', { amount: formatMoney(outstanding_fils) });
  const status = is_paid || is_later ? 'paid' : 'pending';
  return { names: listed_names, decided, status, outstanding_fils };
}
