import { type CellFault, type CellFaultCode, cellFault } from '../../../contract/rules/cell-faults.ts';
import { dayOf } from '../../../contract/rules/dates.ts';
import type { ListLayout } from '../../../contract/rules/import-fields.ts';
import { formatMoney } from '../../../contract/rules/money.ts';
import { orderNumberOf } from '../../../contract/rules/order-number.ts';
import type { PaymentMethod } from '../../../contract/rules/tender.ts';
import { splitName } from '../../orders/customer-name.ts';
import type { Untold } from '../../orders/fill-untold.ts';
import { type CellFinding, reasonWith } from '../../orders/import-finding.ts';
import { LONGEST, type NewOrder } from '../../orders/new-order.ts';
import { canBePromised, canHaveCome } from '../../orders/order-time.ts';
import { joinAddress } from '../../shopify/delivery-address.ts';
import type { OrderRows } from '../../shopify/export/exported-order.ts';
import { ListCells } from './list-cells.ts';
import { readListLines } from './list-lines.ts';
import { isPaidWord, methodOfWord, overBecause } from './list-words.ts';

/** How a shop's lists are read. */
export type ListReading = {
  layout: ListLayout;
  /** The shop's own words for methods. */
  methods: ReadonlyMap<string, PaymentMethod>;
  time_zone: string;
  now: Date;
};

export type ListedOrder =
  | { order: NewOrder; untold: Untold[] }
  | { findings: (CellFinding & { unknown_method?: string })[] };

/** An order that is promised for a day is late once that day is over. */
const END_OF_DAY = '23:59';

/** Turns the rows of one order of a list into an order, or says by line and column why it is none. */
export function readListedOrder(rows: OrderRows, reading: ListReading): ListedOrder {
  const [first] = rows;
  const list = new ListCells(first, reading.layout);
  const order_number = orderNumberOf(list.code('order_number', LONGEST.number));
  const over = leftOutBecause(list);
  if (over) return { findings: [{ kind: 'left_out', line: first.line, order_number, ...over }] };
  for (const row of rows) if (row.misshapen) list.cells.at(row).misshapen(row.misshapen);
  const unknown: { word?: string } = {};
  const read =
    list.cells.faults.length > 0 ? undefined : readOrder(list, rows, reading, order_number, unknown);
  const { faults } = list.cells;
  if (read && faults.length === 0) return read;
  return {
    findings: faults.map((fault) => ({
      kind: 'bad',
      order_number,
      ...fault,
      ...(unknown.word !== undefined && fault.column === list.columns('method')[0]
        ? { unknown_method: unknown.word }
        : {}),
    })),
  };
}

/** Orders that are whole but not ours to deliver (ruling B8). */
function leftOutBecause(list: ListCells): ReturnType<typeof leftOut> | undefined {
  const because = overBecause(list.raw('status'));
  if (because !== undefined) return leftOut(list, 'status', cellFault(because));
  const currency = list.raw('currency');
  if (currency === '' || currency.toUpperCase() === 'AED') return undefined;
  return leftOut(list, 'currency', cellFault('order_in_currency', { currency: currency.slice(0, 20) }));
}

function leftOut(list: ListCells, field: 'status' | 'currency', fault: CellFault) {
  return { column: list.columns(field)[0] ?? '', ...reasonWith(fault) };
}

function readOrder(
  list: ListCells,
  rows: OrderRows,
  reading: ListReading,
  order_number: string,
  unknown: { word?: string },
): { order: NewOrder; untold: Untold[] } {
  if (order_number === '') list.fault('order_number', 'empty');
  if (order_number.startsWith('#')) list.fault('order_number', 'number_marks');
  const total_amount_fils = totalOf(list);
  const lines = readListLines(list, rows, total_amount_fils);
  const { created_at, promised_at } = readTimes(list, reading);
  const area = list.words('area', LONGEST.area)[0]?.replace(/\s+/g, ' ').trim();
  const order = {
    order_number,
    external_id: null,
    customer: {
      ...splitName(firstOf(list, 'name', 'other_name', LONGEST.name, (parts) => parts.join(' '))),
      phone: list.phone(LONGEST.phone) || null,
    },
    delivery_address: firstOf(list, 'address', 'other_address', LONGEST.address, oneAddress),
    area: area || undefined,
    promised_at,
    notes: list.text('notes', LONGEST.notes) || null,
    created_at: created_at ?? reading.now,
    total_amount_fils,
    ...lines.amounts,
    ...readPayment(list, total_amount_fils, () => readMethod(list, reading, unknown)),
    lines: lines.lines,
  };
  const untold: [is: boolean, what: Untold][] = [
    [true, 'external_id'],
    [created_at === undefined, 'created_at'],
    [!list.tells('phone'), 'phone'],
    [!list.tells('notes'), 'notes'],
    [!list.tells('item'), 'lines'],
  ];
  return { order, untold: untold.flatMap(([is, what]) => (is ? [what] : [])) };
}

/** A day taken for a month is written nowhere: it would make an order the newest of all, or one that is never late. */
function readTimes(list: ListCells, { time_zone, now }: ListReading) {
  const created_at = list.moment('created', time_zone, '12:00');
  const promised_at = list.moment('promised', time_zone, END_OF_DAY);
  const refuse = (field: 'created' | 'promised', code: CellFaultCode, at: Date) =>
    list.fault(field, code, { text: list.raw(field), day: dayOf(at, time_zone) });
  if (created_at && !canHaveCome(created_at, now)) refuse('created', 'no_order_time', created_at);
  if (promised_at && !canBePromised(promised_at, now)) refuse('promised', 'no_promise', promised_at);
  return { created_at, promised_at };
}

/** The order's total: where only what is due is told, that. */
function totalOf(list: ListCells): number {
  const field = list.tells('amount') ? 'amount' : 'due';
  const total = list.amount(field);
  if (total === undefined) list.fault(field, 'empty');
  return total ?? 0;
}

function oneAddress(parts: string[]): string {
  const [address1 = '', address2 = '', city = '', zip = '', ...rest] = parts;
  return joinAddress({ address1, address2, city, zip, province: rest.join(', ') });
}

function firstOf(
  list: ListCells,
  field: 'name' | 'address',
  other: 'other_name' | 'other_address',
  max: number,
  joined: (parts: string[]) => string,
): string {
  const [one, otherwise] = [joined(list.words(field, max)).trim(), joined(list.words(other, max)).trim()];
  const text = one || otherwise;
  if (text === '') list.fault(field, 'empty');
  if (text.length > max) list.fault(field, 'too_long_in_all', { max });
  return text;
}

/** What is due at the door: as the list says; else nothing where it is paid, or paid online; else everything. */
function readPayment(list: ListCells, total_amount_fils: number, methodOf: () => PaymentMethod) {
  const method = methodOf();
  const due_amount_fils = dueOf(list, total_amount_fils, method);
  if (due_amount_fils > total_amount_fils) {
    list.fault('due', 'due_above_total', { amount: formatMoney(due_amount_fils) });
  }
  const nothing_due = due_amount_fils === 0;
  return {
    // Cash with nothing due is online (ruling A6).
    payment_method: nothing_due && method === 'cash' ? ('online' as const) : method,
    payment_status: nothing_due ? ('paid' as const) : ('pending' as const),
    paid_amount_fils: total_amount_fils - due_amount_fils,
    due_amount_fils,
  };
}

function dueOf(list: ListCells, total_amount_fils: number, method: PaymentMethod): number {
  const due = list.tells('due') ? list.amount('due') : undefined;
  if (!list.tells('paid')) return due ?? (method === 'online' ? 0 : total_amount_fils);
  const word = list.raw('paid');
  const is_paid = isPaidWord(word);
  if (is_paid === undefined) list.fault('paid', 'no_yes_or_no', { text: word });
  if (is_paid && due !== undefined && due > 0) {
    list.fault('due', 'due_though_paid', { amount: formatMoney(due) });
  }
  return due ?? (is_paid ? 0 : total_amount_fils);
}

function readMethod(
  list: ListCells,
  { layout, methods }: ListReading,
  unknown: { word?: string },
): PaymentMethod {
  if (!list.tells('method')) return layout.method ?? 'cash';
  const word = list.raw('method').slice(0, 200);
  const method = methodOfWord(word, methods);
  if (method !== undefined) return method;
  unknown.word = word;
  list.fault('method', word === '' ? 'empty' : 'unknown_method', { text: word });
  return 'cash';
}
