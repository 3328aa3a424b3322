import type { BoardStop } from '../../../contract/operations/desk/drivers/read-driver-board.schema.ts';
import { OPEN_STATUSES } from '../../../contract/rules/orders/order-life.ts';
import { paymentLeft } from '../../../contract/rules/orders/tender.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import { isInStatus } from '../in-status.ts';
import { COLLECTED_BY_DRIVER } from '../order-rows.ts';

type Row = Omit<BoardStop, 'promised_at'> & {
  driver_id: number;
  promised_at: Date | null;
  taken_fils: number;
};

/**
 * Reads the open orders of every driver of the shop in the order of their stops, in one statement. For
 * managers and admins.
 */
export async function stopsOfShop(tx: Tx, shop_id: number, now: Date): Promise<Map<number, BoardStop[]>> {
  const { rows } = await sql<Row>`
    select o.driver_id, o.id, o.order_number, o.version, o.status, btrim(concat_ws(' ', c.first_name, c.last_name)) as customer_name,
      o.area, o.delivery_address, o.due_amount_fils, o.payment_method, o.pays_either, o.waits_because, o.payment_status, promise.promised_at,
      coalesce(promise.promised_at < ${now}::timestamptz, false) as is_late,
      ${COLLECTED_BY_DRIVER} as taken_fils
    from orders o
    join shops s on s.id = o.shop_id
    join drivers d on d.shop_id = o.shop_id and d.id = o.driver_id
    join customers c on c.shop_id = o.shop_id and c.id = o.customer_id
    left join driver_stops t on t.shop_id = o.shop_id and t.driver_id = o.driver_id
    cross join lateral (select coalesce(o.promised_at, o.created_at + make_interval(hours => s.promise_hours))) as promise (promised_at)
    where o.shop_id = ${shop_id} and o.driver_id is not null and ${isInStatus('o.status', OPEN_STATUSES)}
    order by o.driver_id, array_position(t.order_ids, o.id), o.created_at, o.id`.execute(tx);
  const stops = new Map<number, BoardStop[]>();
  for (const { driver_id, ...row } of rows) {
    const known = stops.get(driver_id) ?? [];
    known.push(toStop(row));
    stops.set(driver_id, known);
  }
  return stops;
}

function toStop({ taken_fils, promised_at, ...row }: Omit<Row, 'driver_id'>): BoardStop {
  return { ...row, ...paymentLeft(row, taken_fils), promised_at: promised_at?.toISOString() ?? null };
}
