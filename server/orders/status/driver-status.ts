import { DELIVERABLE_STATUSES, OPEN_STATUSES } from '../../../contract/rules/orders/order-life.ts';
import type { Tx } from '../../platform/database/database.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { Problem } from '../../platform/problem.ts';
import { isInStatus } from '../in-status.ts';

const IS_OUT = isInStatus('status', DELIVERABLE_STATUSES);

/**
 * Updates a driver's status after an order was assigned, unassigned or moved (ruling B6): delivering while
 * any order is on the road, else available; off_duty is kept. Takes the driver's lock, after the order's and
 * before those of balances. A separate statement reads the orders, so that it sees the writes of earlier lock
 * holders.
 */
export async function recomputeDriverStatus(tx: Tx, shop_id: number, driver_id: number): Promise<void> {
  const putting = sql`
    update drivers set status = now.status from (
      select case when exists (
        select from orders where shop_id = ${shop_id} and driver_id = ${driver_id} and ${IS_OUT})
      then 'delivering' else 'available' end as status) as now
    where shop_id = ${shop_id} and id = ${driver_id} and drivers.status not in ('off_duty', now.status)`;
  await Promise.all([lockDriver(tx, shop_id, driver_id), putting.execute(tx)]);
}

/**
 * The weaker lock suffices: rows that only refer to the driver need not wait for it, and cannot deadlock with
 * it.
 */
function lockDriver(tx: Tx, shop_id: number, driver_id: number) {
  const locking = sql`select id from drivers where shop_id = ${shop_id} and id = ${driver_id} for no key update`;
  return locking.execute(tx);
}

/** Updates the status of several drivers, locked in the order of their ids. */
export async function recomputeDriverStatuses(
  tx: Tx,
  shop_id: number,
  driver_ids: (number | null)[],
): Promise<void> {
  for (const driver_id of inOrder(driver_ids)) await recomputeDriverStatus(tx, shop_id, driver_id);
}

/**
 * Locks drivers in the order of their ids, before any later lock. Assignments and revocations of the right to
 * deliver wait for each other here.
 */
export async function lockDrivers(tx: Tx, shop_id: number, driver_ids: (number | null)[]): Promise<void> {
  for (const driver_id of inOrder(driver_ids)) await lockDriver(tx, shop_id, driver_id);
}

function inOrder(driver_ids: (number | null)[]): number[] {
  return [...new Set(driver_ids.filter((id) => id !== null))].sort((a, b) => a - b);
}

/** Counts each driver's orders that are neither completed nor cancelled; drivers without any are absent. */
export async function countOpenOrders(tx: Tx, shop_id: number): Promise<Map<number, number>> {
  const counting = sql<{ driver_id: number; orders: number }>`
    select driver_id, count(*) as orders from orders
    where shop_id = ${shop_id} and driver_id is not null and ${isInStatus('status', OPEN_STATUSES)}
    group by driver_id`;
  const { rows } = await counting.execute(tx);
  return new Map(rows.map(({ driver_id, orders }) => [driver_id, orders]));
}

/** Throws `has_open_orders` if the driver has orders that are neither completed nor cancelled. */
export async function assertNoOpenOrders(
  tx: Tx,
  { shop_id, driver_id }: { shop_id: number; driver_id: number },
): Promise<void> {
  const open = await firstRow(
    tx,
    sql<{ order_number: string }>`
      select order_number from orders
      where shop_id = ${shop_id} and driver_id = ${driver_id} and ${isInStatus('status', OPEN_STATUSES)}
      order by created_at limit 1`,
  );
  if (!open) return;
  throw Problem.about('has_open_orders', { driver_id, shop_id, order_number: open.order_number });
}
