import { UNDO_MS } from '../../../contract/rules/orders/desk-orders.ts';
import { isBeforeDispatch, isOpen } from '../../../contract/rules/orders/order-life.ts';
import { type OrderResult, type OrdersDone, ordersDone } from '../../../contract/schemas/desk-orders.ts';
import type { Operation } from '../../operations/operation.ts';
import { commandRoute } from '../../operations/route.ts';
import type { Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { Problem } from '../../platform/problem.ts';
import { changeAllLocked, type LockedShopOrder } from '../lock-shop-order.ts';
import { recordOrderEvents } from '../order-events.ts';
import { assignLocked, takeFromDrivers, whoDelivers } from '../status/assign-order.ts';
import { recomputeDriverStatuses } from '../status/driver-status.ts';
import { assertNobodyHasIt } from '../status/reopen-order.ts';
import { backAmongStops } from '../stops/places-among-stops.ts';
import { doWithOrders } from './many-orders.ts';
import { recordedDeliveries } from './recorded-deliveries.ts';

/** What may be taken back. */
const UNDOABLE = [
  'assign_orders',
  'unassign_orders',
  'dispatch_orders',
  'return_orders',
  'cancel_orders',
  'reopen_orders',
];

/** For the way there, so that what is pressed in time is in time. */
const GRACE_MS = 3_000;

type Done = Extract<OrderResult, { outcome: 'done' }>;

/**
 * Puts each order back to what it was before somebody's own command, its place among its driver's stops included, where nothing has happened to it since: the
 * command's stored answer says what it was and which version it left. Afterwards, or where anything has happened, it is named and stays. Throws `not_found`.
 */
export async function undoOrders(
  tx: Tx,
  actor: Staff,
  { command_id }: { command_id: string },
  operation: Operation,
): Promise<OrdersDone> {
  const { shop_id } = actor;
  const { done_at, results } = await ownAnswer(tx, actor, command_id);
  const done = new Map(
    results.flatMap((result) => (result.outcome === 'done' ? [[result.order_id, result]] : [])),
  );
  const is_late = operation.now.getTime() - Date.parse(done_at) > UNDO_MS + GRACE_MS;
  const had = [...new Set([...done.values()].flatMap(({ before }) => before.driver_id ?? []))];
  const doneTo = (order: LockedShopOrder) => done.get(order.id) as Done;
  // Asked once, and only when orders and drivers are locked: whoever confirms a delivery, or takes it away that somebody delivers, holds such a lock.
  let asked: Promise<[Map<string, number>, number[]]> | undefined;
  const known = () => {
    asked ??= Promise.all([
      recordedDeliveries(tx, shop_id, [...done.keys()]),
      whoStillDeliver(tx, shop_id, had),
    ]);
    return asked;
  };
  const seen = [...done.values()].map(({ order_id, version }) => ({ order_id, version }));
  return doWithOrders(tx, actor, seen, operation, {
    what: 'undo_orders',
    driver_ids: had,
    isToDo: async (order) => {
      if (is_late) return 'too_late';
      const [deliveries, able] = await known();
      if (isDeliveredSince(doneTo(order), deliveries.get(order.id))) return 'delivery_recorded';
      if (goesOutAgain(order, doneTo(order))) return 'order_waits';
      if (order.status === 'cancelled') await assertNobodyHasIt(tx, order);
      const { driver_id } = doneTo(order).before;
      const returns = driver_id !== null && driver_id !== order.driver_id;
      return returns && !able.includes(driver_id) ? 'cannot_deliver' : true;
    },
    work: async (orders) => {
      await putBack(tx, actor, orders, (order) => doneTo(order).before);
      await backAmongStops(
        tx,
        shop_id,
        orders.flatMap((order) => placeBefore(order.id, doneTo(order))),
      );
    },
  });
}

export const undoOrdersRoute = commandRoute('undo_orders', undoOrders);

/** True of an order that waits in the shop and would be with a driver or on the road again. */
function goesOutAgain({ status, waits_because }: LockedShopOrder, { before }: Done): boolean {
  if (waits_because === null || !isBeforeDispatch(status)) return false;
  return before.driver_id !== null || (isOpen(before.status) && !isBeforeDispatch(before.status));
}

/** Where among its driver's stops it was; an order that is over is no stop. */
function placeBefore(id: string, { before: { driver_id, status }, place }: Done) {
  return place === null || !isOpen(status) ? [] : [{ id, driver_id, place }];
}

/** What was answered to a command of one's own. Throws `not_found`. */
async function ownAnswer(tx: Tx, { shop_id, user_id }: Staff, command_id: string): Promise<OrdersDone> {
  const stored = sql<{ body: string }>`select body from commands
    where shop_id = ${shop_id} and user_id = ${user_id}::uuid and endpoint = any(${UNDOABLE}::text[]) and command_id = ${command_id}::uuid
      and status = 200`;
  const answer = await firstRow(tx, stored);
  if (!answer) throw new Problem('not_found');
  return ordersDone.parse(JSON.parse(answer.body));
}

/** Those of the drivers who may still deliver. */
async function whoStillDeliver(tx: Tx, shop_id: number, driver_ids: readonly number[]): Promise<number[]> {
  const able: number[] = [];
  for (const driver_id of driver_ids) {
    try {
      able.push(await whoDelivers(tx, shop_id, { driver_id }));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }
  return able;
}

/**
 * Whether a delivery was recorded since: with an order that had gone elsewhere it leaves no mark on the order itself (ruling A9). Where nobody noted what had
 * been recorded before, any may be.
 */
function isDeliveredSince({ deliveries: before }: Done, now = 0): boolean {
  return now > (before ?? 0);
}

/** Gives locked orders back to whom they were with, then makes them what they were. */
async function putBack(
  tx: Tx,
  actor: Staff,
  orders: readonly LockedShopOrder[],
  standingBefore: (order: LockedShopOrder) => Done['before'],
): Promise<void> {
  const moved = orders.filter((order) => standingBefore(order).driver_id !== order.driver_id);
  for (const [driver_id, of_driver] of grouped(moved, (order) => standingBefore(order).driver_id)) {
    if (driver_id === null) await takeFromDrivers(tx, actor, of_driver);
    else await assignLocked(tx, actor, of_driver, driver_id);
  }
  const other = orders.filter((order) => standingBefore(order).status !== order.status);
  for (const [, alike] of grouped(other, (order) => JSON.stringify(standingBefore(order)))) {
    const [first] = alike;
    if (!first) continue;
    const { status, dispatching_started_at } = standingBefore(first);
    const started = dispatching_started_at === null ? null : new Date(dispatching_started_at);
    await changeAllLocked(tx, alike, { status, dispatching_started_at: started });
    const events = alike.map((order) => ({
      order,
      event: { kind: 'status', detail: { from: order.status, to: status, undone: true } } as const,
    }));
    await recordOrderEvents(tx, actor, events);
  }
  const drivers = orders.flatMap((order) => [order.driver_id, standingBefore(order).driver_id]);
  await recomputeDriverStatuses(tx, actor.shop_id, drivers);
}

function grouped<Key>(orders: readonly LockedShopOrder[], keyOf: (order: LockedShopOrder) => Key) {
  const groups = new Map<Key, LockedShopOrder[]>();
  for (const order of orders) groups.set(keyOf(order), [...(groups.get(keyOf(order)) ?? []), order]);
  return groups;
}
