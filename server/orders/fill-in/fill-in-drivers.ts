import type { Backfill } from '../../platform/database/migrations/backfills.ts';
import { sql } from '../../platform/database/sql.ts';

/** Each order takes its lines, events and more along, by a trigger: a batch stays below a second. */
const ORDERS_MAX = 200;

/** Notes, for orders of before 0036, which drivers ever had them. */
export const DRIVERS_OF_ORDERS: Backfill = {
  name: '0036-who-had-an-order',
  async fill(tx, rows_max) {
    const { rows } = await sql<{ id: string }>`
      select id from orders where ever_driver_ids is null
      limit ${Math.min(rows_max, ORDERS_MAX)} for update skip locked`.execute(tx);
    // A statement of its own, since it sees who was given an order before this held its lock.
    await sql`
      update orders set ever_driver_ids = drivers_of_order(shop_id, id)
      where ever_driver_ids is null and id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(tx);
    return rows.length;
  },
};
