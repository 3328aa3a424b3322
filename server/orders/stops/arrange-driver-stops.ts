import type {
  ArrangeDriverStops,
  DriverStopsArranged,
} from '../../../contract/operations/desk/drivers/arrange-driver-stops.schema.ts';
import type { Change, Operation } from '../../operations/operation.ts';
import { commandRoute } from '../../operations/route.ts';
import type { Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { findRow, firstRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { Problem } from '../../platform/problem.ts';
import { type LockedShopOrder, lockShopOrder } from '../lock-shop-order.ts';
import { newestEvents } from '../newest-events.ts';
import { assignOrder } from '../status/assign-order.ts';
import { lockDrivers } from '../status/driver-status.ts';
import { arrangeStops, findArrangement, lockStops, type OfDriver } from './arrange-stops.ts';

/**
 * Rearranges a driver's stops from the desk's driver board, and may add one order to them. Changes nothing,
 * and returns who was first, if another user at the desk has arranged these stops since, or the order has
 * changed since it was seen. Throws `not_found`, `order_closed`, `order_waits`, `over_ceiling`, and a problem
 * if the driver may not deliver.
 */
export async function arrangeDriverStops(
  tx: Tx,
  actor: Staff,
  { taken, ...input }: ArrangeDriverStops,
  operation: Operation,
): Promise<DriverStopsArranged> {
  const of = { shop_id: actor.shop_id, driver_id: input.driver_id };
  const arrangement = { ...input, arranged_at: operation.now };
  if (taken === null) {
    await assertDriver(tx, of);
    const { outcome, arrangement_id } = await arrangeStops(tx, actor, arrangement, operation);
    if (outcome === 'arranged') return { outcome, arrangement_id, by: null, news: null };
    return { outcome, arrangement_id, by: await authorOf(tx, of), news: null };
  }
  const order = await lockShopOrder(tx, { shop_id: of.shop_id, order_id: taken.order_id });
  if (order.version !== taken.version) {
    operation.unchanged();
    const news = (await newestEvents(tx, of.shop_id, [order.id])).get(order.id) ?? null;
    return { outcome: 'order_changed', arrangement_id: null, by: news?.by ?? null, news };
  }
  await lockDrivers(tx, of.shop_id, [order.driver_id, of.driver_id]);
  const current_id = await newerDeskArrangement(tx, of, input.from_arrangement);
  if (current_id !== null) {
    operation.unchanged();
    return { outcome: 'desk_stands', arrangement_id: current_id, by: await authorOf(tx, of), news: null };
  }
  return await takeAndArrange(tx, actor, order, arrangement, operation);
}

export const arrangeDriverStopsRoute = commandRoute('arrange_driver_stops', arrangeDriverStops);

/** Assigns the order and rearranges the stops as one change, with one notification and one audit row. */
async function takeAndArrange(
  tx: Tx,
  actor: Staff,
  order: LockedShopOrder,
  arrangement: Parameters<typeof arrangeStops>[2],
  operation: Operation,
): Promise<DriverStopsArranged> {
  const { driver_id } = arrangement;
  const changes: Change[] = [];
  const part = {
    ...operation,
    changed: (change: Change) => void changes.push(change),
    unchanged: () => undefined,
  };
  await assignOrder(tx, actor, { order_id: order.id, driver_id }, part);
  const { arrangement_id } = await arrangeStops(tx, actor, arrangement, part);
  const [first, ...others] = changes.flatMap(({ touched }) => touched);
  if (first === undefined) operation.unchanged();
  else {
    operation.changed({
      what: 'move_stop',
      subject_id: order.id,
      before: { driver_id: order.driver_id },
      after: { driver_id, arrangement_id },
      touched: [first, ...others],
    });
  }
  return { outcome: 'arranged', arrangement_id, by: null, news: null };
}

async function assertDriver(tx: Tx, { shop_id, driver_id }: OfDriver): Promise<void> {
  const driver = await findRow(tx, 'drivers', { shop_id, id: driver_id }, ['id']);
  if (!driver) throw Problem.about('not_found', { what: 'driver_id' });
}

/**
 * Returns the id of the current arrangement if the desk has made one since `from_id`, else null. Locks the
 * stops.
 */
async function newerDeskArrangement(tx: Tx, of: OfDriver, from_id: string | null): Promise<string | null> {
  await assertDriver(tx, of);
  const stops = await lockStops(tx, of);
  const from = await findArrangement(tx, { ...of, id: from_id });
  return (from?.known_desk ?? 0) < stops.desk_arrangements ? stops.arrangement_id : null;
}

type Author = { by: string | null };

/** Returns the name of the user who made the desk's newest arrangement of these stops. */
async function authorOf(tx: Tx, { shop_id, driver_id }: OfDriver): Promise<string | null> {
  const newest = sql<Author>`select coalesce(p.full_name, a.operator) as by from stop_arrangements a left join profiles p on p.id = a.user_id
    where a.shop_id = ${shop_id} and a.driver_id = ${driver_id} and a.by_desk and a.stands
    order by a.known_desk desc limit 1`;
  return (await firstRow(tx, newest))?.by ?? null;
}
