import { type OrderStatus, OUT_STATUSES } from '../../contract/rules/orders/order-life.ts';
import { isInStatus } from '../orders/in-status.ts';
import { isUndone } from '../orders/is-undone.ts';
import { LAST_MOVED_AT } from '../orders/last-moved-at.ts';
import type { Tx } from '../platform/database/database.ts';
import { type Sql, sql } from '../platform/database/sql.ts';

/** The statuses in which goods that were not delivered may still be with the driver who tried. */
const NOT_OUT_STATUSES: readonly OrderStatus[] = ['picking', 'packed', 'cancelled'];

export type Driver = { shop_id: number; driver_id: number };
type Found = { id: string };

/**
 * Selects `id` of the orders of which goods are with a driver (rulings H4, H5): orders out with the driver,
 * orders that this driver was the last to try, orders cancelled on the road, and those of which this driver
 * delivered a part.
 */
export function ordersWith(driver: Driver): Sql<Found> {
  return sql<Found>`${wholeOrdersWith(driver)} union ${ordersRefused(driver)}`;
}

/** Selects `id` of the orders of which all goods are with a driver. */
export function wholeOrdersWith(driver: Driver): Sql<Found> {
  return sql<Found>`${ordersOut(driver)} union ${ordersTried(driver)} union ${ordersCancelled(driver)}`;
}

function ordersOut({ shop_id, driver_id }: Driver): Sql {
  return sql`
    select o.id from orders o
    where o.shop_id = ${shop_id} and o.driver_id = ${driver_id} and ${isInStatus('o.status', OUT_STATUSES)}
      and ${isStillWith(driver_id, LAST_MOVED_AT)}`;
}

/** An attempt that arrives late counts from its own time. */
function ordersTried({ shop_id, driver_id }: Driver): Sql {
  return sql`
    select o.id from delivery_attempts a
    join orders o on o.shop_id = a.shop_id and o.id = a.order_id and ${isInStatus('o.status', NOT_OUT_STATUSES)}
    where a.shop_id = ${shop_id} and a.driver_id = ${driver_id} and not ${isUndone('a')}
      and not exists (select from delivery_attempts n where n.shop_id = a.shop_id and n.order_id = a.order_id
        and n.driver_id <> a.driver_id and n.occurred_at > a.occurred_at and not ${isUndone('n')})
      and not ${wasHandedOn()} and ${isStillWith(driver_id, sql`a.occurred_at`)}`;
}

/** Skips orders that last changed before the shop recorded goods without reading their events. */
function ordersCancelled({ shop_id, driver_id }: Driver): Sql {
  return sql`
    select o.id from orders o join shops s on s.id = o.shop_id
    cross join lateral (
      select (array_agg(e.detail ->> 'from' order by e.recorded_at desc) filter (where e.detail ->> 'to' = 'cancelled'))[1] as cancelled_in,
        max(e.recorded_at) filter (where e.detail ->> 'to' = 'cancelled') as cancelled_at,
        max(e.recorded_at) filter (where ${isOut(sql`e.detail ->> 'to'`)} and not ${isOut(sql`e.detail ->> 'from'`)}) as left_at
      from order_events e where e.shop_id = o.shop_id and e.order_id = o.id and e.kind = 'status'
    ) moves
    where o.shop_id = ${shop_id} and o.driver_id = ${driver_id} and o.status = 'cancelled'
      and o.updated_at > s.goods_since and moves.cancelled_at > s.goods_since and ${isOut(sql`moves.cancelled_in`)}
      and ${isStillWith(driver_id, sql`coalesce(moves.left_at, o.created_at)`)}`;
}

/** A delivery that arrives late counts from its own time. */
function ordersRefused({ shop_id, driver_id }: Driver): Sql {
  return sql`
    select l.order_id from delivery_lines l
    join delivery_confirmations c on c.shop_id = l.shop_id and c.id = l.confirmation_id
    where l.shop_id = ${shop_id} and l.driver_id = ${driver_id} and l.handed_over < l.qty
      and not ${isDecided('l', driver_id, sql`c.delivered_at`)}`;
}

function isOut(status: Sql): Sql {
  return sql`coalesce(${status} = any(${[...OUT_STATUSES]}::text[]), false)`;
}

/**
 * The condition that after attempt `a` the order was assigned to another driver and out with them. An attempt
 * without a conflict found the order with its own driver when it was recorded, whatever the device's clock
 * showed.
 */
function wasHandedOn(): Sql {
  return sql`exists (
    select from order_events e
    cross join lateral (
      select d.recorded_at, (d.detail ->> 'driver_id')::int as driver_id from order_events d
      where d.shop_id = e.shop_id and d.order_id = e.order_id and d.kind = 'assigned' and d.recorded_at <= e.recorded_at
      order by d.recorded_at desc limit 1
    ) assigned
    where e.shop_id = a.shop_id and e.order_id = a.order_id and e.kind = 'status'
      and (${isOut(sql`e.detail ->> 'from'`)} or ${isOut(sql`e.detail ->> 'to'`)}) and assigned.driver_id <> a.driver_id
      and assigned.recorded_at > case when a.conflict is null then a.recorded_at else a.occurred_at end)`;
}

/**
 * The condition that since this time the driver has not delivered `o`, not even with a conflict (ruling A9),
 * and no end of day of the driver has recorded its goods as returned or missing.
 */
function isStillWith(driver_id: number, since: Sql): Sql {
  return sql`not ${isDecided('o', driver_id, since)}
    and not exists (select from delivery_confirmations c
      where c.shop_id = o.shop_id and c.order_id = o.id and c.driver_id = ${driver_id} and c.recorded_at >= ${since})`;
}

/** The condition that an end of day since this time has recorded the goods as returned or missing. */
function isDecided(row: 'o' | 'l', driver_id: number, since: Sql): Sql {
  return sql`exists (select from goods_decisions g
    join cash_handovers h on h.shop_id = g.shop_id and h.id = g.handover_id
    where g.shop_id = ${sql.ref(`${row}.shop_id`)} and g.order_id = ${sql.ref(row === 'o' ? 'o.id' : 'l.order_id')} and g.driver_id = ${driver_id}
      and g.outcome <> 'kept' and h.completed_at >= ${since})`;
}

/** Returns the ids of the orders whose goods are with this driver. */
export async function idsOfGoods(tx: Tx, driver: Driver): Promise<Set<string>> {
  const { rows } = await ordersWith(driver).execute(tx);
  return new Set(rows.map(({ id }) => id));
}
