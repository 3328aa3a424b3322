import type { AuditRowName } from '../../../contract/operations/audited.ts';
import type { AssignOrders } from '../../../contract/operations/desk/orders/assign-orders.schema.ts';
import type { ReopenOrders } from '../../../contract/operations/desk/orders/reopen-orders.schema.ts';
import { SKIPPED_BECAUSE, type SkippedBecause } from '../../../contract/rules/orders/desk-orders.ts';
import type {
  ManyOrders,
  OrderResult,
  OrderState,
  OrdersDone,
} from '../../../contract/schemas/desk-orders.ts';
import type { Facts } from '../../audit/audit-event.ts';
import type { Change, Operation } from '../../operations/operation.ts';
import { commandRoute } from '../../operations/route.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import { Problem } from '../../platform/problem.ts';
import { readReason } from '../../platform/read-reason.ts';
import { type LockedShopOrder, lockShopOrders } from '../lock-shop-order.ts';
import { newestEvents } from '../newest-events.ts';
import { usersOfDrivers } from '../order-events.ts';
import {
  assertBelowCeiling,
  assignLocked,
  eligibleDriver,
  needsAssignment,
  needsUnassignment,
  takeFromDrivers,
} from '../status/assign-order.ts';
import { lockDrivers } from '../status/driver-status.ts';
import { moveLocked, needsMove } from '../status/move-order.ts';
import { assertCanReopen, reopenLocked } from '../status/reopen-order.ts';
import { lockStopsWith } from '../stops/leave-stops.ts';
import { positionsAmongStops } from '../stops/positions-among-stops.ts';
import { recordedDeliveries } from './recorded-deliveries.ts';

/**
 * Assigns orders to a driver, taking them from their current drivers. Throws if the driver may not deliver,
 * and `over_ceiling` if the shop assigns nothing to drivers who carry too much cash.
 */
export async function assignOrders(
  tx: Tx,
  actor: Actor,
  { orders, driver_id }: AssignOrders,
  operation: Operation,
): Promise<OrdersDone> {
  await eligibleDriver(tx, actor.shop_id, { driver_id });
  return runBulkAction(tx, actor, orders, operation, {
    what: 'assign_orders',
    driver_ids: [driver_id],
    check: (order) => needsAssignment(order, driver_id),
    apply: async (locked) => {
      await assertBelowCeiling(tx, actor.shop_id, driver_id);
      await assignLocked(tx, actor, locked, driver_id);
    },
  });
}

export const assignOrdersRoute = commandRoute('assign_orders', assignOrders);

/** Unassigns orders from their drivers, except orders on the road. */
export function unassignOrders(tx: Tx, actor: Actor, { orders }: ManyOrders, operation: Operation) {
  return runBulkAction(tx, actor, orders, operation, {
    what: 'unassign_orders',
    check: needsUnassignment,
    apply: (locked) => takeFromDrivers(tx, actor, locked),
  });
}

export const unassignOrdersRoute = commandRoute('unassign_orders', unassignOrders);

const moving =
  (what: AuditRowName, to: 'dispatching' | 'packed' | 'cancelled') =>
  (tx: Tx, actor: Actor, { orders }: ManyOrders, operation: Operation) =>
    runBulkAction(tx, actor, orders, operation, {
      what,
      check: (order) => needsMove(order, to),
      apply: (locked) => moveLocked(tx, actor, locked, { to, now: operation.now }),
    });

/** Sends orders out with their drivers. */
export const dispatchOrders = moving('dispatch_orders', 'dispatching');

export const dispatchOrdersRoute = commandRoute('dispatch_orders', dispatchOrders);

/** Returns orders to the shop; they stay assigned to their drivers. */
export const returnOrders = moving('return_orders', 'packed');

export const returnOrdersRoute = commandRoute('return_orders', returnOrders);

export const cancelOrders = moving('cancel_orders', 'cancelled');

export const cancelOrdersRoute = commandRoute('cancel_orders', cancelOrders);

/** Reopens cancelled orders, all for one reason. Throws `invalid_input`. */
export async function reopenOrders(
  tx: Tx,
  actor: Actor,
  { orders, reason }: ReopenOrders,
  operation: Operation,
): Promise<OrdersDone> {
  const because = readReason(reason);
  return runBulkAction(tx, actor, orders, operation, {
    what: 'reopen_orders',
    personal_fields: ['reason'],
    check: async (order) => {
      await assertCanReopen(tx, order);
      return true;
    },
    apply: (locked) => reopenLocked(tx, actor, locked, because),
  });
}

export const reopenOrdersRoute = commandRoute('reopen_orders', reopenOrders);

export type BulkAction = Pick<Change, 'what' | 'personal_fields'> & {
  /** Drivers who can receive orders, in addition to the current ones: they and their stops are locked too. */
  driver_ids?: readonly number[];
  /**
   * Called under the locks of the order and the drivers. True if the order has to change; a reason to skip it
   * is returned, or thrown as a problem.
   */
  check: (order: LockedShopOrder) => CheckResult | Promise<CheckResult>;
  /** Changes all these orders. */
  apply: (orders: readonly LockedShopOrder[]) => Promise<void>;
  /** Facts of the action itself, added to those of its orders in the audit. */
  facts?: Facts;
};

/**
 * Applies one action to orders at the versions that a user saw, and returns a result for each. An order that
 * has changed since, or that the action cannot change, is left unchanged, and its result contains the reason.
 * Orders, drivers and stops are locked in a fixed order, so that concurrent commands and deliveries never
 * deadlock.
 */
export async function runBulkAction(
  tx: Tx,
  actor: Actor,
  seen: ManyOrders['orders'],
  { now, changed, unchanged }: Operation,
  { what, personal_fields = [], driver_ids = [], check: isToDo, apply: work, facts = {} }: BulkAction,
): Promise<OrdersDone> {
  const { shop_id } = actor;
  const ids = seen.map(({ order_id }) => order_id);
  const orders = await lockShopOrders(tx, shop_id, ids);
  await lockDrivers(tx, shop_id, [...orders.map((order) => order.driver_id), ...driver_ids]);
  const locked = new Map(orders.map((order) => [order.id, order]));
  const decided = await Promise.all(
    seen.map(async ({ order_id, version }) => {
      const order = locked.get(order_id);
      return { order_id, order, decision: await decide(order, version, isToDo) };
    }),
  );
  const to_do = decided.flatMap(({ order, decision }) => (order && decision === 'to_do' ? [order] : []));
  const places = to_do.length > 0 ? await lockStops(tx, shop_id, to_do, driver_ids) : new Map();
  if (to_do.length > 0) await work(to_do);
  const [after, deliveries, news] = await Promise.all([
    standingsOf(tx, shop_id, to_do),
    recordedDeliveries(
      tx,
      shop_id,
      to_do.map(({ id }) => id),
    ),
    newestEvents(
      tx,
      shop_id,
      decided.flatMap(({ order_id, decision }) => (decision === 'order_changed' ? order_id : [])),
    ),
  ]);
  const results = decided.map(({ order_id, order, decision }): OrderResult => {
    const done = after.get(order_id);
    if (!order) return { ...skippedOf(order_id), because: 'not_found' };
    const { order_number, version } = order;
    if (decision === 'to_do' && done) {
      const { version: left, ...standing } = done;
      return {
        outcome: 'done',
        order_id,
        order_number,
        version: left,
        before: standingOf(order),
        after: standing,
        place: places.get(order_id) ?? null,
        deliveries: deliveries.get(order_id) ?? 0,
      };
    }
    if (decision === 'unchanged' || decision === 'to_do')
      return { outcome: 'unchanged', order_id, order_number, version };
    const details = { order_number, now: standingOf(order), news: news.get(order_id) ?? null };
    return { ...skippedOf(order_id), ...details, because: decision };
  });
  if (to_do.length === 0) unchanged();
  else changed(await changeOfMany(tx, shop_id, results, { what, personal_fields, facts }));
  return { done_at: now.toISOString(), results };
}

/** Locks the stops, always after the drivers, and returns the position of each order among them. */
async function lockStops(
  tx: Tx,
  shop_id: number,
  orders: readonly LockedShopOrder[],
  driver_ids: readonly number[],
): Promise<Map<string, number>> {
  const ids = orders.map(({ id }) => id);
  await lockStopsWith(tx, shop_id, ids, driver_ids);
  return positionsAmongStops(tx, shop_id, orders);
}

type CheckResult = boolean | SkippedBecause;
type Decision = 'to_do' | 'unchanged' | SkippedBecause;

async function decide(
  order: LockedShopOrder | undefined,
  version: number,
  isToDo: BulkAction['check'],
): Promise<Decision> {
  if (!order) return 'not_found';
  // The user decided on the version that they saw.
  if (order.version !== version) return 'order_changed';
  try {
    const result = await isToDo(order);
    if (typeof result === 'string') return result;
    return result ? 'to_do' : 'unchanged';
  } catch (error) {
    const code = error instanceof Problem ? SKIPPED_BECAUSE.find((known) => known === error.code) : undefined;
    if (code === undefined) throw error;
    return code;
  }
}

function skippedOf(order_id: string) {
  return { outcome: 'skipped', order_id, order_number: null, now: null, news: null } as const;
}

type Standing = Pick<
  LockedShopOrder,
  'status' | 'driver_id' | 'dispatching_started_at' | 'open_attempt_id' | 'promised_at'
>;

function standingOf(order: Standing): OrderState {
  const { status, driver_id, dispatching_started_at, open_attempt_id, promised_at } = order;
  return {
    status,
    driver_id,
    dispatching_started_at: dispatching_started_at?.toISOString() ?? null,
    open_attempt_id,
    promised_at: promised_at?.toISOString() ?? null,
  };
}

async function standingsOf(tx: Tx, shop_id: number, orders: readonly LockedShopOrder[]) {
  const query = sql<Standing & Pick<LockedShopOrder, 'id' | 'version'>>`
    select id, version, status, driver_id, dispatching_started_at, open_attempt_id, promised_at from orders
    where shop_id = ${shop_id} and id = any(${orders.map(({ id }) => id)}::uuid[])`;
  const { rows } = await query.execute(tx);
  return new Map(rows.map(({ id, version, ...order }) => [id, { version, ...standingOf(order) }]));
}

/**
 * Returns one change for all orders: one audit row, and one notification for the desk and for every user who
 * had or has any of them.
 */
async function changeOfMany(
  tx: Tx,
  shop_id: number,
  results: readonly OrderResult[],
  { facts, ...named }: Pick<Change, 'what' | 'personal_fields'> & { facts: Facts },
): Promise<Change> {
  const done = results.flatMap((result) => (result.outcome === 'done' ? [result] : []));
  const [before, after] = [done.map((one) => one.before), done.map((one) => one.after)];
  const user_ids = await usersOfDrivers(
    tx,
    shop_id,
    [...before, ...after].map(({ driver_id }) => driver_id),
  );
  const [only, ...others] = done;
  const subject_id = only && others.length === 0 ? only.order_id : null;
  const about = subject_id === null ? {} : { subject_id };
  return {
    ...named,
    subject_id,
    before: { order_ids: done.map(({ order_id }) => order_id), ...factsOf(before) },
    after: { ...factsOf(after), ...facts },
    touched: [{ topic: 'orders', audience: 'desk', user_ids, ...about }],
  };
}

function factsOf(standings: readonly OrderState[]) {
  return {
    statuses: standings.map(({ status }) => status),
    driver_ids: standings.map(({ driver_id }) => driver_id ?? 'nobody'),
  };
}
