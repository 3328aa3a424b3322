import type { Backfill } from '../../platform/database/migrations/backfills.ts';
import { sql } from '../../platform/database/sql.ts';

/**
 * A trigger updates the lines, events and other rows of each order: a batch of this size takes under a
 * second.
 */
const ORDERS_MAX = 200;

/** Stores all drivers who ever had an order, for orders older than migration 0036. */
export const DRIVERS_OF_ORDERS: Backfill = {
  name: '0036-who-had-an-order',
  async fill(tx, rows_max) {
    const { rows } = await sql<{ id: string }>`
      select id from orders where ever_driver_ids is null
      limit ${Math.min(rows_max, ORDERS_MAX)} for update skip locked`.execute(tx);
    // A separate statement, so that it sees assignments that were made before this transaction got its locks.
    await sql`
      update orders set ever_driver_ids = drivers_of_order(shop_id, id)
      where ever_driver_ids is null and id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(tx);
    return rows.length;
  },
};
