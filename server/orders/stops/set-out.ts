import type { SetOut, SetOutDone } from '../../../contract/operations/dashboard/deliveries/set-out.schema.ts';
import type { NotSetOutBecause } from '../../../contract/rules/orders/attempts.ts';
import { isDeliverable } from '../../../contract/rules/orders/order-life.ts';
import type { Command } from '../../operations/operation.ts';
import { commandRoute } from '../../operations/route.ts';
import type { Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { oneRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { occurredAt } from '../../platform/device-clock.ts';
import { Problem } from '../../platform/problem.ts';
import { ownDriver } from '../lists/order-queries.ts';
import { changeAllLocked, type LockedShopOrder } from '../lock-shop-order.ts';
import { recordOrderEvents } from '../order-events.ts';
import { recomputeDriverStatus } from '../status/driver-status.ts';

/**
 * Moves the driver's own dispatched stops to the road, if the shop allows it (ruling H8). The delivery time
 * counts from the press on the device. Stops that are on the road already keep their start time, and are no
 * part of the reply. Stops that are not ready are skipped with the reason; a stop with an
 * open attempt is set out only `after_attempt`, and then in every shop: it has been on the road. Throws
 * `driver_not_found`, `set_out_by_shop`.
 */
export async function setOut(
  tx: Tx,
  actor: Staff,
  input: SetOut,
  { now, changed, unchanged }: Command,
): Promise<SetOutDone> {
  const { shop_id, driver_id } = ownDriver(actor);
  const setting = sql<{ drivers_set_out: boolean }>`
    select drivers_set_out from shops where id = actor.shop_id()`;
  const { drivers_set_out } = await oneRow(tx, setting);
  if (!drivers_set_out && !input.after_attempt) throw new Problem('set_out_by_shop');
  const locking = sql<LockedShopOrder>`select * from lock_orders(${input.order_ids}::uuid[])`;
  const { rows } = await locking.execute(tx);
  const orders = new Map(rows.map((order) => [order.id, order]));
  const decided = input.order_ids.flatMap((order_id) => {
    const order = orders.get(order_id);
    if (order && isOnTheRoad(order, driver_id)) return [];
    return [{ order_id, order, because: reasonToStay(order, driver_id, { ...input, drivers_set_out }) }];
  });
  const ready = decided.flatMap(({ order, because }) => (order && because === null ? [order] : []));
  const skipped = decided.flatMap(({ order_id, because }) =>
    because === null ? [] : [{ order_id, because }],
  );
  if (ready.length === 0) {
    unchanged();
    return { set_out: [], skipped };
  }
  await startDispatching(tx, ready, (order) => occurredAt(input, order.created_at, now));
  await recordOrderEvents(
    tx,
    actor,
    ready.map((order) => ({
      order,
      event: { kind: 'status', detail: { from: order.status, to: 'dispatching' } },
    })),
  );
  await recomputeDriverStatus(tx, shop_id, driver_id);
  const set_out = ready.map(({ id }) => id);
  const [only, ...others] = set_out;
  const subject_id = only && others.length === 0 ? only : null;
  const about = subject_id === null ? {} : { subject_id };
  changed({
    what: 'set_out',
    subject_id,
    before: { order_ids: set_out, statuses: ready.map(({ status }) => status) },
    after: { statuses: ready.map(() => 'dispatching'), driver_id, after_attempt: input.after_attempt },
    touched: [{ topic: 'orders', audience: 'desk', user_ids: [actor.user_id], ...about }],
  });
  return { set_out, skipped };
}

export const setOutRoute = commandRoute('set_out', setOut);

/** Uses one statement, unless an order was created after the press on the device. */
async function startDispatching(
  tx: Tx,
  orders: readonly LockedShopOrder[],
  startOf: (order: LockedShopOrder) => Date,
): Promise<void> {
  const by_start = new Map<number, LockedShopOrder[]>();
  for (const order of orders) {
    const start_ms = startOf(order).getTime();
    by_start.set(start_ms, [...(by_start.get(start_ms) ?? []), order]);
  }
  for (const [start_ms, alike] of by_start) {
    const columns = { status: 'dispatching', dispatching_started_at: new Date(start_ms) } as const;
    await changeAllLocked(tx, alike, columns);
  }
}

/** The desk may have sent a stop out while the driver had no signal. */
const isOnTheRoad = (order: LockedShopOrder, driver_id: number) =>
  order.driver_id === driver_id && isDeliverable(order.status);

/** Returns the reason why a stop stays in the shop; null if it is ready. */
function reasonToStay(
  order: LockedShopOrder | undefined,
  driver_id: number,
  { after_attempt, drivers_set_out }: { after_attempt: boolean; drivers_set_out: boolean },
): NotSetOutBecause | null {
  if (!order) return 'not_found';
  if (order.driver_id !== driver_id) return 'not_yours';
  if (order.status !== 'dispatched') return 'not_dispatched';
  if (order.waits_because !== null) return 'order_waits';
  if (order.open_attempt_id !== null) return after_attempt ? null : 'attempted';
  return drivers_set_out ? null : 'not_dispatched';
}
