import { isStatus, type OrderStatus } from '../../contract/rules/orders/order-life.ts';
import type { OrderChange } from '../../contract/schemas/desk-orders.ts';
import type { Tx } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';

type Row = {
  order_id: string;
  kind: string;
  to: string | null;
  driver_name: string | null;
  by: string | null;
  at: Date;
};

/** Reads the newest event of each of these orders, for a user who decided on an older state. */
export async function newestEvents(
  tx: Tx,
  shop_id: number,
  order_ids: readonly string[],
): Promise<Map<string, OrderChange>> {
  if (order_ids.length === 0) return new Map();
  const newest = sql<Row>`
    select e.order_id, e.kind, e.detail ->> 'to' as to, d.full_name as driver_name,
      coalesce(p.full_name, e.operator) as by, e.recorded_at as at
    from unnest(${order_ids}::uuid[]) as o (id)
    join lateral (
      select * from order_events where shop_id = ${shop_id} and order_id = o.id order by recorded_at desc, id desc limit 1) e on true
    left join profiles p on p.id = e.actor_user_id
    left join drivers d on d.shop_id = e.shop_id and d.id = (e.detail ->> 'driver_id')::int`;
  const { rows } = await newest.execute(tx);
  return new Map(
    rows.map(({ order_id, at, to, ...news }) => [
      order_id,
      { ...news, to: asStatus(to), at: at.toISOString() },
    ]),
  );
}

function asStatus(to: string | null): OrderStatus | null {
  return to !== null && isStatus(to) ? to : null;
}
