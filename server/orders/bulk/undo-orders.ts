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
import { assignLocked, eligibleDriver, takeFromDrivers } from '../status/assign-order.ts';
import { changePromises } from '../status/change-promises.ts';
import { recomputeDriverStatuses } from '../status/driver-status.ts';
import { assertGoodsInShop } from '../status/reopen-order.ts';
import { restorePositions } from '../stops/positions-among-stops.ts';
import { runBulkAction } from './bulk-actions.ts';
import { recordedDeliveries } from './recorded-deliveries.ts';

/** The commands that can be undone. */
const UNDOABLE = [
  'assign_orders',
  'unassign_orders',
  'dispatch_orders',
  'return_orders',
  'postpone_orders',
  'cancel_orders',
  'reopen_orders',
];

/** The time allowed for the request itself, in ms, in addition to the time for undoing. */
const GRACE_MS = 3_000;

type Done = Extract<OrderResult, { outcome: 'done' }>;

/**
 * Restores each order to its state before one of the user's own commands, including its position among the
 * driver's stops, if nothing has happened to it since. The command's stored reply contains that state and the
 * version that the command left. An order that is too late or has changed is skipped. Throws `not_found`.
 */
export async function undoOrders(
  tx: Tx,
  actor: Staff,
  { command_id }: { command_id: string },
  operation: Operation,
): Promise<OrdersDone> {
  const { shop_id } = actor;
  const { done_at, results } = await readOwnReply(tx, actor, command_id);
  const done = new Map(
    results.flatMap((result) => (result.outcome === 'done' ? [[result.order_id, result]] : [])),
  );
  const is_late = operation.now.getTime() - Date.parse(done_at) > UNDO_MS + GRACE_MS;
  const former_drivers = [...new Set([...done.values()].flatMap(({ before }) => before.driver_id ?? []))];
  const doneTo = (order: LockedShopOrder) => done.get(order.id) as Done;
  // Read once, after the locks: recording a delivery and revoking the right to deliver take one of them.
  let read: Promise<[Map<string, number>, number[]]> | undefined;
  const known = () => {
    read ??= Promise.all([
      recordedDeliveries(tx, shop_id, [...done.keys()]),
      driversWhoDeliver(tx, shop_id, former_drivers),
    ]);
    return read;
  };
  const seen = [...done.values()].map(({ order_id, version }) => ({ order_id, version }));
  return runBulkAction(tx, actor, seen, operation, {
    what: 'undo_orders',
    driver_ids: former_drivers,
    check: async (order) => {
      if (is_late) return 'too_late';
      const [deliveries, able] = await known();
      if (isDeliveredSince(doneTo(order), deliveries.get(order.id))) return 'delivery_recorded';
      if (wouldGoOut(order, doneTo(order))) return 'order_waits';
      if (order.status === 'cancelled') await assertGoodsInShop(tx, order);
      const { driver_id } = doneTo(order).before;
      const returns = driver_id !== null && driver_id !== order.driver_id;
      return returns && !able.includes(driver_id) ? 'cannot_deliver' : true;
    },
    apply: async (orders) => {
      await putBack(tx, actor, orders, (order) => doneTo(order).before);
      await restorePositions(
        tx,
        shop_id,
        orders.flatMap((order) => placeBefore(order.id, doneTo(order))),
      );
    },
  });
}

export const undoOrdersRoute = commandRoute('undo_orders', undoOrders);

/** True if an order that waits in the shop would be assigned or on the road again. */
function wouldGoOut({ status, waits_because }: LockedShopOrder, { before }: Done): boolean {
  if (waits_because === null || !isBeforeDispatch(status)) return false;
  return before.driver_id !== null || (isOpen(before.status) && !isBeforeDispatch(before.status));
}

/** The former position of an order among its driver's stops; a closed order has none. */
function placeBefore(id: string, { before: { driver_id, status }, place }: Done) {
  return place === null || !isOpen(status) ? [] : [{ id, driver_id, place }];
}

/** Reads the stored reply of one of the user's own commands. Throws `not_found`. */
async function readOwnReply(tx: Tx, { shop_id, user_id }: Staff, command_id: string): Promise<OrdersDone> {
  const stored = sql<{ body: string }>`select body from commands
    where shop_id = ${shop_id} and user_id = ${user_id}::uuid and endpoint = any(${UNDOABLE}::text[]) and command_id = ${command_id}::uuid
      and status = 200`;
  const reply = await firstRow(tx, stored);
  if (!reply) throw new Problem('not_found');
  return ordersDone.parse(JSON.parse(reply.body));
}

/** The drivers that may still deliver. */
async function driversWhoDeliver(tx: Tx, shop_id: number, driver_ids: readonly number[]): Promise<number[]> {
  const able: number[] = [];
  for (const driver_id of driver_ids) {
    try {
      able.push(await eligibleDriver(tx, shop_id, { driver_id }));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }
  return able;
}

/**
 * True if a delivery was recorded after the command. The version of the order does not show that: a delivery
 * of an order that is no longer with that driver does not change it. Without an earlier number, any delivery
 * may be new.
 */
function isDeliveredSince({ deliveries: before }: Done, now = 0): boolean {
  return now > (before ?? 0);
}

/** Assigns locked orders to their former drivers, then restores their status, open attempt and promise. */
async function putBack(
  tx: Tx,
  actor: Staff,
  orders: readonly LockedShopOrder[],
  standingBefore: StandingBefore,
): Promise<void> {
  const moved = orders.filter((order) => standingBefore(order).driver_id !== order.driver_id);
  for (const [driver_id, of_driver] of grouped(moved, (order) => standingBefore(order).driver_id)) {
    if (driver_id === null) await takeFromDrivers(tx, actor, of_driver);
    else await assignLocked(tx, actor, of_driver, driver_id);
  }
  await restoreStatuses(tx, actor, orders, standingBefore);
  await restoreAttempts(tx, orders, standingBefore);
  for (const [promised_at, alike] of grouped(orders, (order) => standingBefore(order).promised_at)) {
    // Replies of older versions lack the promise, and their commands did not change it.
    if (promised_at === undefined) continue;
    await changePromises(tx, actor, alike, promised_at === null ? null : new Date(promised_at));
  }
  const drivers = orders.flatMap((order) => [order.driver_id, standingBefore(order).driver_id]);
  await recomputeDriverStatuses(tx, actor.shop_id, drivers);
}

function statusKey({ status, dispatching_started_at }: Done['before']): string {
  return `${status} ${dispatching_started_at}`;
}

type StandingBefore = (order: LockedShopOrder) => Done['before'];

async function restoreStatuses(
  tx: Tx,
  actor: Staff,
  orders: readonly LockedShopOrder[],
  standingBefore: StandingBefore,
): Promise<void> {
  const other = orders.filter((order) => standingBefore(order).status !== order.status);
  for (const [, alike] of grouped(other, (order) => statusKey(standingBefore(order)))) {
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
}

/**
 * Opens the attempts again that the command settled; their orders are dispatched again. An attempt that its
 * driver undid meanwhile stays undone.
 */
async function restoreAttempts(
  tx: Tx,
  orders: readonly LockedShopOrder[],
  standingBefore: StandingBefore,
): Promise<void> {
  const settled = orders.flatMap((order) => {
    const { id, shop_id } = order;
    const attempt_id = standingBefore(order).open_attempt_id ?? null;
    return attempt_id === null ? [] : [{ id, shop_id, attempt_id }];
  });
  const [first] = settled;
  if (!first) return;
  const opening = sql`update orders o set open_attempt_id = s.attempt_id
    from unnest(${settled.map(({ id }) => id)}::uuid[], ${settled.map(({ attempt_id }) => attempt_id)}::uuid[]) as s (id, attempt_id)
    where o.shop_id = ${first.shop_id} and o.id = s.id
      and not exists (select from attempt_undos u where u.shop_id = o.shop_id and u.attempt_id = s.attempt_id)`;
  await opening.execute(tx);
}

function grouped<Key>(orders: readonly LockedShopOrder[], keyOf: (order: LockedShopOrder) => Key) {
  const groups = new Map<Key, LockedShopOrder[]>();
  for (const order of orders) groups.set(keyOf(order), [...(groups.get(keyOf(order)) ?? []), order]);
  return groups;
}
