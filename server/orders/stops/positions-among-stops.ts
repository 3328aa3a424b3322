import { OPEN_STATUSES } from '../../../contract/rules/orders/order-life.ts';
import type { Tx } from '../../platform/database/database.ts';
import { changeRows } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';

/** The arranged open orders of each of these drivers, in order. */
async function arrangedStops(
  tx: Tx,
  shop_id: number,
  driver_ids: readonly number[],
): Promise<Map<number, string[]>> {
  const stops = new Map<number, string[]>();
  if (driver_ids.length === 0) return stops;
  const query = sql<{ driver_id: number; order_id: string }>`
    select t.driver_id, o.id as order_id
    from driver_stops t
    cross join lateral unnest(t.order_ids) with ordinality as s (order_id, at)
    join orders o on o.shop_id = t.shop_id and o.id = s.order_id and o.driver_id = t.driver_id
    where t.shop_id = ${shop_id} and t.driver_id = any(${driver_ids}::int[]) and o.status = any(${[...OPEN_STATUSES]}::text[])
    order by t.driver_id, s.at`;
  const { rows } = await query.execute(tx);
  for (const { driver_id, order_id } of rows) {
    const known = stops.get(driver_id) ?? [];
    known.push(order_id);
    stops.set(driver_id, known);
  }
  return stops;
}

type OfDriver = { id: string; driver_id: number | null };

/**
 * Returns the position, from 0, of each of these orders among its driver's arranged open stops. Orders
 * without a position follow by age.
 */
export async function positionsAmongStops(
  tx: Tx,
  shop_id: number,
  orders: readonly OfDriver[],
): Promise<Map<string, number>> {
  const stops = await arrangedStops(tx, shop_id, driversOf(orders));
  const places = new Map<string, number>();
  for (const { id, driver_id } of orders) {
    const at = driver_id === null ? -1 : (stops.get(driver_id)?.indexOf(id) ?? -1);
    if (at >= 0) places.set(id, at);
  }
  return places;
}

/**
 * Restores open orders to their former positions among the stops of the driver who has them again. The stops
 * are locked. An order that is among them already stays: it has been arranged since.
 */
export async function restorePositions(
  tx: Tx,
  shop_id: number,
  orders: readonly (OfDriver & { place: number })[],
): Promise<void> {
  const stops = await arrangedStops(tx, shop_id, driversOf(orders));
  for (const driver_id of driversOf(orders)) {
    const order_ids = stops.get(driver_id) ?? [];
    const back = orders.filter((order) => order.driver_id === driver_id && !order_ids.includes(order.id));
    if (back.length === 0) continue;
    // In ascending order, so that each order gets the same predecessors as before.
    for (const { id, place } of back.toSorted((one, other) => one.place - other.place))
      order_ids.splice(place, 0, id);
    await changeRows(tx, 'driver_stops', { shop_id, driver_id }, { order_ids });
  }
}

function driversOf(orders: readonly OfDriver[]): number[] {
  return [...new Set(orders.flatMap(({ driver_id }) => driver_id ?? []))];
}
