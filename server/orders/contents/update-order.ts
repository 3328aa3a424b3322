import { isBeforeDispatch, isOpen } from '../../../contract/rules/orders/order-life.ts';
import { sentSeparately } from '../../../contract/rules/orders/sent-separately.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { addRows, changeRows, oneRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { Problem } from '../../platform/problem.ts';
import { changeLocked, lockShopOrder, type OrderKey } from '../lock-shop-order.ts';
import { recordOrderEvent } from '../order-events.ts';
import { linesWithProducts, ORDER_COLUMNS, type OrderRow, WITH_CUSTOMERS } from '../order-rows.ts';
import { takeBeforeDispatch } from '../status/settle-order.ts';
import { phonesColumn } from './customer-phones.ts';
import { keepAmount } from './former-amounts.ts';
import type { NewLine, NewOrder } from './new-order.ts';
import { stepsOf } from './order-steps.ts';
import { ensureProducts, lineRows } from './write-orders.ts';

const AMOUNTS = [
  'subtotal_fils',
  'discount_fils',
  'shipping_fils',
  'tax_fils',
  'total_amount_fils',
  'paid_amount_fils',
  'due_amount_fils',
] as const;
const PAYMENT = ['pays_either', 'waits_because'] as const;
/** The source's report of the payment; definitions of its names compute the payment from it. */
const REPORTED = ['payment_names', 'told_due_fils'] as const;
/** For an order that waits, the desk also shows the reported payment. */
const WAITING_PAYMENT = [...PAYMENT, ...REPORTED] as const;
const PLACE = ['delivery_address', 'latitude', 'longitude'] as const;

/**
 * Updates an open order to what the shop's system reports; its number, driver and status stay. Returns the
 * names of the changed parts in alphabetical order; if there are none, nothing was written. A replaced amount
 * due is kept, since the driver may be collecting it right now. Throws `not_found`, `order_closed`.
 */
export async function updateOrder(
  tx: Tx,
  actor: Actor,
  key: OrderKey,
  reported: NewOrder,
  reason?: string,
): Promise<string[]> {
  const locked = await lockShopOrder(tx, key);
  const { order_number, status } = locked;
  if (!isOpen(status)) throw Problem.about('order_closed', { order_number, status, stays: 'everything' });
  const current = await readCurrent(tx, key);
  // A correction by a user applies to the whole order.
  const order = reason === undefined ? asDecided(asCarried(reported, current), current) : reported;
  const changed = changesOf(current, order);
  if (!changed.includes('lines')) await keepLineIds(tx, key, current.lines, order.lines);
  if (changed.length === 0) {
    await keepReported(tx, current, order);
    return [];
  }
  const [due_from_fils, due_to_fils] = [current.due_amount_fils, order.due_amount_fils];
  const due_changed = due_from_fils !== due_to_fils;
  if (order.waits_because) await takeBeforeDispatch(tx, actor, locked);
  if (due_changed) await keepAmount(tx, key, due_from_fils);
  await writeColumns(tx, current, order);
  if (changed.includes('lines')) await replaceLines(tx, key, current.lines, order.lines);
  const due = due_changed ? { due_from_fils, due_to_fils } : undefined;
  const steps = stepsOf(current, order);
  const why = reason === undefined ? {} : { reason };
  const detail = { changed: changed.join(', '), ...due, ...(steps.length > 0 ? { steps } : {}), ...why };
  await recordOrderEvent(tx, actor, locked, { kind: 'updated', detail });
  return changed;
}

/**
 * Returns the source's report without changes that do not matter to the driver who has the order on the road.
 */
function asCarried(reported: NewOrder, current: Current): NewOrder {
  if (isBeforeDispatch(current.status)) return reported;
  // If the store sends a part separately, its lines may be in either version; the carried lines stay.
  const is_partly_sent = [reported, current].some((one) => sentSeparately(one.subtotal_fils, one.lines) > 0);
  return withOwnMeaning(is_partly_sent ? { ...reported, lines: current.lines } : reported, current);
}

/**
 * Keeps the payment of an order on the road if one of the reported payment names is undefined, or none is
 * paid on delivery: neither changes what the driver collects. If nothing was due, also keeps its amounts and
 * lines: no money is collected on delivery without a decision by a user.
 */
function withOwnMeaning(reported: NewOrder, current: Current): NewOrder {
  if (reported.waits_because == null) return reported;
  const { payment_method, pays_either, waits_because } = current;
  const meaning = { payment_method, pays_either, waits_because };
  if (current.due_amount_fils > 0) return { ...reported, ...meaning };
  const { payment_status, payment_names, told_due_fils, lines } = current;
  return {
    ...reported,
    ...meaning,
    ...amountsOf(current),
    payment_status,
    payment_names,
    told_due_fils,
    lines,
  };
}

function amountsOf(current: Current): Pick<NewOrder, (typeof AMOUNTS)[number]> {
  const { subtotal_fils, discount_fils, shipping_fils, tax_fils } = current;
  const { total_amount_fils, paid_amount_fils, due_amount_fils } = current;
  const parts = { subtotal_fils, discount_fils, shipping_fils, tax_fils };
  return { ...parts, total_amount_fils, paid_amount_fils, due_amount_fils };
}

/**
 * Without names, a user has decided how the order is paid, or it was imported before names were stored. A
 * source that reports the same payment does not undo that: a name that is defined later would collect what
 * the user decided is paid.
 */
function asDecided(reported: NewOrder, current: Current): NewOrder {
  const is_same = isSamePayment(current, reported) && current.due_amount_fils === reported.due_amount_fils;
  if (current.payment_names !== null || !is_same) return reported;
  return { ...reported, payment_names: null, told_due_fils: null };
}

/**
 * Stores the source's report if it changes nothing else: instalments that are paid by now were not due
 * before, but a name that is defined as cash later would collect them. There is no history and no new
 * version: no page shows the report of an order that does not wait.
 */
async function keepReported(tx: Tx, current: Current, order: NewOrder): Promise<void> {
  if (isUnchanged(current, order, REPORTED)) return;
  const { payment_names, told_due_fils } = order;
  await changeLocked(tx, current, { payment_names, told_due_fils });
}

/** The personal fields among the names that `updateOrder` returns. */
export function personalFieldsOf(changed: string[]) {
  return [...new Set(PERSONAL.flatMap(([name, field]) => (changed.includes(name) ? field : [])))];
}

const PERSONAL = [
  ['address', 'delivery_address'],
  ['customer', 'customer'],
  ['notes', 'notes'],
  ['requests', 'notes'],
] as const;

async function readCurrent(tx: Tx, { shop_id, order_id }: OrderKey) {
  const reading = sql<OrderRow>`
    select ${ORDER_COLUMNS} from ${WITH_CUSTOMERS} where o.shop_id = ${shop_id} and o.id = ${order_id}`;
  return { ...(await oneRow(tx, reading)), lines: await linesWithProducts(tx, shop_id, [order_id]) };
}

type Current = Awaited<ReturnType<typeof readCurrent>>;

function changesOf(current: Current, order: NewOrder): string[] {
  const { customer } = order;
  const checks: [name: string, same: boolean][] = [
    ['address', PLACE.every((column) => order[column] === undefined || order[column] === current[column])],
    ['amounts', AMOUNTS.every((column) => current[column] === order[column])],
    ['area', order.area === undefined || order.area === current.area],
    [
      'customer',
      current.first_name === customer.first_name &&
        current.last_name === customer.last_name &&
        current.phone === customer.phone,
    ],
    ['lines', JSON.stringify(current.lines.map(lineKey)) === JSON.stringify(order.lines.map(lineKey))],
    ['notes', current.notes === order.notes],
    ['payment', isSamePayment(current, order)],
    [
      'promised',
      order.promised_at === undefined || Number(order.promised_at) === Number(current.promised_at),
    ],
    ['requests', isUnchanged(current, order, ['requests'])],
  ];
  return checks.filter(([, same]) => !same).map(([name]) => name);
}

function isSamePayment(current: Current, order: NewOrder): boolean {
  return (
    current.payment_method === order.payment_method &&
    current.payment_status === order.payment_status &&
    isUnchanged(current, order, order.waits_because ? WAITING_PAYMENT : PAYMENT)
  );
}

/**
 * True if each of these columns is unchanged or not reported; a column that is not reported keeps its value.
 */
function isUnchanged(
  current: Current,
  order: NewOrder,
  columns: readonly ((typeof WAITING_PAYMENT)[number] | 'requests')[],
): boolean {
  return columns.every(
    (column) =>
      order[column] === undefined || JSON.stringify(order[column]) === JSON.stringify(current[column]),
  );
}

function lineKey({ name, sku, qty, unit_price_fils }: NewLine): string {
  return JSON.stringify([name, sku, qty, unit_price_fils]);
}

async function writeColumns(tx: Tx, current: Current, order: NewOrder): Promise<void> {
  const { customer, lines, order_number, external_id, created_at, requests, ...columns } = order;
  // The stored coordinates belong to the old address.
  const moved = current.delivery_address !== order.delivery_address;
  const { shop_id, customer_id } = current;
  const same_phone = current.phone === customer.phone;
  const phones = same_phone ? undefined : (await phonesColumn(tx, shop_id))(customer.phone).phones;
  const of_customer = { ...customer, phones: phones && JSON.stringify(phones) };
  await changeRows(tx, 'customers', { shop_id, id: customer_id }, of_customer);
  // A change of the customer or the lines also changes the order, so its version is always written.
  const { version } = current;
  await changeLocked(tx, current, {
    ...(moved ? { latitude: null, longitude: null } : {}),
    ...columns,
    requests: requests && JSON.stringify(requests),
    version: version + 1,
  });
}

/** Stores the store's ids of unchanged lines that were imported without them. */
async function keepLineIds(
  tx: Tx,
  { shop_id }: OrderKey,
  lines: Current['lines'],
  reported: NewLine[],
): Promise<void> {
  const known = lines.flatMap(({ id, external_id }, at) => {
    const reported_id = reported[at]?.external_id ?? external_id;
    return reported_id === external_id ? [] : [{ id, external_id: reported_id }];
  });
  if (known.length === 0) return;
  await sql`
    update order_line_items l set external_id = k.external_id
    from unnest(${known.map(({ id }) => id)}::uuid[], ${known.map(({ external_id }) => external_id)}::text[]) as k (id, external_id)
    where l.shop_id = ${shop_id} and l.id = k.id`.execute(tx);
}

/** Replaces the lines; an unchanged line keeps its picked quantity and the store's id. */
async function replaceLines(
  tx: Tx,
  key: OrderKey,
  former: Current['lines'],
  lines: NewLine[],
): Promise<void> {
  const left = [...former];
  const products = await ensureProducts(tx, key.shop_id, lines);
  await sql`select remove_lines(${key.shop_id}, ${key.order_id}::uuid)`.execute(tx);
  const kept = lines.map((line) => {
    const at = left.findIndex((one) => lineKey(one) === lineKey(line));
    const { picked_qty = null, external_id } = (at >= 0 && left.splice(at, 1)[0]) || {};
    return { ...line, picked_qty, external_id: line.external_id ?? external_id };
  });
  const rows = lineRows(tx, key, kept, products);
  await addRows(tx, 'order_line_items', rows);
}
