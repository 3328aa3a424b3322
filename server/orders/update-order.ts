import { isBeforeDispatch, isOpen, type Refund } from '../../contract/rules/order-life.ts';
import { sentSeparately } from '../../contract/rules/sent-separately.ts';
import type { WaitReason } from '../../contract/rules/waiting-orders.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { changeRows } from '../platform/database/rows.ts';
import { statement } from '../platform/database/statement.ts';
import { Problem } from '../platform/problem.ts';
import { takeFromDrivers } from './assign-order.ts';
import { phonesColumn } from './customer-phones.ts';
import { changeLocked, type LockedShopOrder, lockShopOrder, type OrderKey } from './lock-shop-order.ts';
import type { NewLine, NewOrder } from './new-order.ts';
import { recordOrderEvent } from './order-events.ts';
import { linesWithProducts, ordersWithCustomers } from './order-rows.ts';
import { stepsOf } from './order-steps.ts';
import { ensureProducts, lineRows, orderColumns } from './write-orders.ts';

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
/** The source's report of the payment, from which a definition of its names computes it. */
const REPORTED = ['payment_names', 'told_due_fils'] as const;
/** For an order that waits, the desk shows the reported payment too. */
const WAITING_PAYMENT = [...PAYMENT, ...REPORTED] as const;
const PLACE = ['delivery_address', 'latitude', 'longitude'] as const;

/**
 * Makes an open order what the shop's system now says it is; its number, driver and status stay. Answers the names of
 * what changed, in alphabetical order; none: nothing was written. An amount due that is no more is kept, since the driver may be
 * asking for it at this moment (ruling A9). Throws `not_found`, `order_closed`.
 */
export async function updateOrder(
  tx: Tx,
  actor: Actor,
  key: OrderKey,
  told: NewOrder,
  reason?: string,
): Promise<string[]> {
  const locked = await lockShopOrder(tx, key);
  const { order_number, status } = locked;
  if (!isOpen(status)) throw Problem.about('order_closed', { order_number, status, stays: 'everything' });
  const current = await readCurrent(tx, key);
  // A user who corrects it decides about all of it.
  const order = reason === undefined ? asDecided(asCarried(told, current), current) : told;
  const changed = changesOf(current, order);
  if (changed.length === 0) {
    await keepReported(tx, current, order);
    return [];
  }
  const [due_from_fils, due_to_fils] = [current.due_amount_fils, order.due_amount_fils];
  const due_changed = due_from_fils !== due_to_fils;
  if (order.waits_because) await keepOffPhones(tx, actor, locked);
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

/** What a source says of an order on the road, as far as it changes anything for the driver who carries it. */
function asCarried(told: NewOrder, current: Current): NewOrder {
  if (isBeforeDispatch(current.status)) return told;
  // Of goods that the store sends separately, either reading may have the lines; what is carried stays.
  const is_partly_sent = [told, current].some((one) => sentSeparately(one.subtotal_fils, one.lines) > 0);
  return withOwnMeaning(is_partly_sent ? { ...told, lines: current.lines } : told, current);
}

/**
 * Keeps the meaning of an order on the road if a name of its payment is not defined, or no name is paid at the
 * door: that changes nothing for its driver. If nothing was due, its amounts and lines stay as well: nothing is
 * collected at a door without a decision.
 */
function withOwnMeaning(told: NewOrder, current: Current): NewOrder {
  if (told.waits_because == null) return told;
  const { payment_method, pays_either, waits_because } = current;
  const meaning = { payment_method, pays_either, waits_because };
  if (current.due_amount_fils > 0) return { ...told, ...meaning };
  const { payment_status, payment_names, told_due_fils, lines } = current;
  return { ...told, ...meaning, ...amountsOf(current), payment_status, payment_names, told_due_fils, lines };
}

function amountsOf(current: Current): Pick<NewOrder, (typeof AMOUNTS)[number]> {
  const { subtotal_fils, discount_fils, shipping_fils, tax_fils } = current;
  const { total_amount_fils, paid_amount_fils, due_amount_fils } = current;
  const parts = { subtotal_fils, discount_fils, shipping_fils, tax_fils };
  return { ...parts, total_amount_fils, paid_amount_fils, due_amount_fils };
}

/**
 * Without names, a user has decided how the order is paid, or it was imported before names were stored. A source
 * that reports the same payment does not undo that: a name that is defined later would collect what the user
 * decided is paid.
 */
function asDecided(told: NewOrder, current: Current): NewOrder {
  const is_same = isSamePayment(current, told) && current.due_amount_fils === told.due_amount_fils;
  if (current.payment_names !== null || !is_same) return told;
  return { ...told, payment_names: null, told_due_fils: null };
}

/**
 * Stores the source's report if it changes nothing else: instalments that are paid by now were not due before, but
 * a name that is defined as cash later would collect them. There is no history and no new version: no page shows
 * the report of an order that does not wait.
 */
async function keepReported(tx: Tx, current: Current, order: NewOrder): Promise<void> {
  if (saysTheSame(current, order, REPORTED)) return;
  const { payment_names, told_due_fils } = order;
  await changeLocked(tx, current, { payment_names, told_due_fils });
}

/** The personal fields among the names that `updateOrder` answers. */
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
  const order = ordersWithCustomers(tx, shop_id).where('o.id', '=', order_id);
  const lines = linesWithProducts(tx, shop_id).where('l.order_id', '=', order_id);
  return { ...(await order.executeTakeFirstOrThrow()), lines: await lines.execute() };
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
    ['requests', saysTheSame(current, order, ['requests'])],
  ];
  return checks.filter(([, same]) => !same).map(([name]) => name);
}

function isSamePayment(current: Current, order: NewOrder): boolean {
  return (
    current.payment_method === order.payment_method &&
    current.payment_status === order.payment_status &&
    saysTheSame(current, order, order.waits_because ? WAITING_PAYMENT : PAYMENT)
  );
}

/** True where each of these columns is the same, or not reported, which leaves it as it is. */
function saysTheSame(
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
  const { customer, lines, order_number, external_id, created_at, ...columns } = order;
  // Where the old address was is not where the new one is.
  const moved = current.delivery_address !== order.delivery_address;
  const { shop_id, customer_id } = current;
  const same_phone = current.phone === customer.phone;
  const phones = same_phone ? {} : (await phonesColumn(tx, shop_id))(customer.phone);
  await changeRows(tx, 'customers', { shop_id, id: customer_id }, { ...customer, ...phones });
  // A customer or lines that change are a change of the order too: the version is written, and the database counts.
  const { version } = current;
  await changeLocked(tx, current, {
    ...(moved ? { latitude: null, longitude: null } : {}),
    ...orderColumns(columns),
    version: version + 1,
  });
}

/** Replaces the lines; a line that is still the same keeps its picked quantity. */
async function replaceLines(
  tx: Tx,
  key: OrderKey,
  former: Current['lines'],
  lines: NewLine[],
): Promise<void> {
  const picked = new Map(former.map((line) => [lineKey(line), line.picked_qty]));
  const products = await ensureProducts(tx, key.shop_id, lines);
  await tx.executeQuery(statement`select remove_lines(${key.shop_id}, ${key.order_id}::uuid)`);
  const kept = lines.map((line) => ({ ...line, picked_qty: picked.get(lineKey(line)) ?? null }));
  const rows = lineRows(tx, key, kept, products);
  await tx.insertInto('order_line_items').values(rows).execute();
}

/** Keeps what the shop gave back of an open order; whole, nothing is collected. Lines stay. False when known. Throws `not_found`. */
export async function refundOrder(
  tx: Tx,
  actor: Actor,
  key: OrderKey,
  refund: Refund | null,
): Promise<boolean> {
  const locked = await lockShopOrder(tx, key);
  const due_to_fils = refund === 'full' ? 0 : locked.due_amount_fils;
  if (locked.refund === refund && locked.due_amount_fils === due_to_fils) return false;
  await settleLocked(tx, actor, locked, { changed: 'refund', columns: { refund }, due_to_fils });
  return true;
}

/** No more than `due_fils` is collected of an open order: its source has the rest. Lines stay. False when known. Throws `not_found`. */
export async function settleOrder(tx: Tx, actor: Actor, key: OrderKey, due_fils: number): Promise<boolean> {
  const locked = await lockShopOrder(tx, key);
  const due_to_fils = Math.min(due_fils, locked.due_amount_fils);
  // A voided payment of which a part is due again is no reason to hand the goods over.
  const waits_because = due_fils === 0 ? null : locked.waits_because;
  const reported = locked.payment_names === null ? {} : { told_due_fils: due_fils };
  if (due_to_fils === locked.due_amount_fils && waits_because === locked.waits_because) {
    if (locked.payment_names !== null && locked.told_due_fils !== due_fils)
      await changeLocked(tx, locked, reported);
    return false;
  }
  const columns = { waits_because, ...reported };
  await settleLocked(tx, actor, locked, { changed: 'payment', columns, due_to_fils });
  return true;
}

/** An open order waits until a user decides: no driver has it, or its driver does not hand it over. False when known. Throws `not_found`. */
export async function holdOrder(
  tx: Tx,
  actor: Actor,
  key: OrderKey,
  waits_because: WaitReason,
): Promise<boolean> {
  const locked = await lockShopOrder(tx, key);
  if (locked.waits_because === waits_because) return false;
  await keepOffPhones(tx, actor, locked);
  const { due_amount_fils: due_to_fils } = locked;
  await settleLocked(tx, actor, locked, { changed: 'payment', columns: { waits_because }, due_to_fils });
  return true;
}

/** An order that is not on the road goes back from its driver's list. */
async function keepOffPhones(tx: Tx, actor: Actor, locked: LockedShopOrder): Promise<void> {
  if (locked.driver_id === null || !isBeforeDispatch(locked.status)) return;
  await takeFromDrivers(tx, actor, [locked]);
}

type Settling = {
  changed: string;
  columns: { refund?: Refund | null; waits_because?: WaitReason | null; told_due_fils?: number };
  /** What is due from now on, in fils: never more than before. */
  due_to_fils: number;
};

async function settleLocked(
  tx: Tx,
  actor: Actor,
  locked: LockedShopOrder,
  { changed, columns, due_to_fils }: Settling,
): Promise<void> {
  const { shop_id, id: order_id, due_amount_fils: due_from_fils } = locked;
  const drops = due_to_fils !== due_from_fils;
  if (drops) await keepAmount(tx, { shop_id, order_id }, due_from_fils);
  await changeLocked(tx, locked, { ...(drops ? settled(locked, due_to_fils) : {}), ...columns });
  const due = drops ? { due_from_fils, due_to_fils } : undefined;
  await recordOrderEvent(tx, actor, locked, { kind: 'updated', detail: { changed, ...due } });
}

/** Cash with nothing due is online (ruling A6). A name that is defined later computes from what is due now, if the order has names. */
function settled(locked: LockedShopOrder, due_amount_fils: number) {
  const { total_amount_fils, payment_method, payment_names } = locked;
  const amounts = {
    due_amount_fils,
    paid_amount_fils: total_amount_fils - due_amount_fils,
    told_due_fils: payment_names === null ? null : due_amount_fils,
  };
  if (due_amount_fils > 0) return amounts;
  const method = payment_method === 'cash' ? ('online' as const) : payment_method;
  return { ...amounts, payment_method: method, pays_either: false, payment_status: 'paid' as const };
}

/** Keeps an amount due that is no more, in fils: a driver may be asking for it at this moment (ruling A9). */
function keepAmount(tx: Tx, { shop_id, order_id }: OrderKey, due_amount_fils: number): Promise<void> {
  return keepAmounts(tx, shop_id, [{ order_id, due_amount_fils }]);
}

/** Keeps the former amounts due of several orders of one shop, as `keepAmount` does. */
export async function keepAmounts(
  tx: Tx,
  shop_id: number,
  amounts: readonly { order_id: string; due_amount_fils: number }[],
): Promise<void> {
  if (amounts.length === 0) return;
  const order_ids = amounts.map(({ order_id }) => order_id);
  const due_fils = amounts.map(({ due_amount_fils }) => due_amount_fils);
  // Due once more and replaced again: from now on it is the later time that counts.
  const keeping = statement`insert into order_amounts (shop_id, order_id, due_amount_fils)
    select ${shop_id}::int, a.order_id, a.due_fils from unnest(${order_ids}::uuid[], ${due_fils}::bigint[]) as a (order_id, due_fils)
    on conflict (shop_id, order_id, due_amount_fils) do update set replaced_at = now()`;
  await tx.executeQuery(keeping);
}
