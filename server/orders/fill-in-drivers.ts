import { sql } from 'kysely';
import type { Backfill } from '../platform/database/backfills.ts';

/** Each order takes its lines, events and more along, by a trigger: a batch stays below a second. */
const ORDERS_MAX = 200;

/** Notes, for orders of before 0036, which drivers ever had them. */
export const DRIVERS_OF_ORDERS: Backfill = {
  name: '0036-who-had-an-order',
  async fill(tx, rows_max) {
    const { numAffectedRows } = await sql`
      update orders o set ever_driver_ids = drivers_of_order(o.shop_id, o.id)
      from (select shop_id, id from orders where ever_driver_ids is null
            limit ${Math.min(rows_max, ORDERS_MAX)} for update skip locked) empty
      where o.shop_id = empty.shop_id and o.id = empty.id`.execute(tx);
    return Number(numAffectedRows);
  },
};
