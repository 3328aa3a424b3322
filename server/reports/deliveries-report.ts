import { sql } from 'kysely';
import type { ListReport } from './list-report.ts';

/** Every confirmation, also one that met a change (ruling A9): what was taken at the door was taken. */
export const DELIVERIES: ListReport = {
  records: sql`delivery_confirmations c`,
  shop_id: sql`c.shop_id`,
  id: sql`c.id`,
  at: sql`c.delivered_at`,
  happened_at: sql`c.delivered_at`,
  recorded_at: sql`c.recorded_at`,
  narrowed: ({ user_id, tender }) => [
    ...(user_id === undefined ? [] : [sql`c.user_id = ${user_id}::uuid`]),
    ...(tender === undefined ? [] : [tender === 'none' ? sql`c.tender is null` : sql`c.tender = ${tender}`]),
  ],
  joined: sql`join orders o on o.shop_id = c.shop_id and o.id = c.order_id
    join customers b on b.shop_id = o.shop_id and b.id = o.customer_id
    join drivers d on d.shop_id = c.shop_id and d.id = c.driver_id`,
  shown: sql`c.delivered_at, c.recorded_at, o.order_number, c.customer_name, b.phone, d.full_name as driver_name, c.tender,
    c.collected_fils, c.cash_fils, c.outcome, c.order_id, c.id as confirmation_id, c.user_id`,
  sums: { collected_fils: sql`c.collected_fils`, cash_fils: sql`c.cash_fils` },
};
