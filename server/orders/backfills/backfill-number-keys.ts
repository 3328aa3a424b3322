import type { Backfill } from '../../platform/database/migrations/backfills.ts';
import { sql } from '../../platform/database/sql.ts';

/** Each order is locked with the rows that its triggers change: a batch of this size takes under a second. */
const ORDERS_MAX = 500;

/**
 * Stores the number keys of orders older than migration 0137. If several orders have the same key, the oldest
 * gets it; the others are marked as repeating its number and are found by their exact numbers.
 */
export const KEYS_OF_NUMBERS: Backfill = {
  name: '0137-keys-of-numbers',
  async fill(tx, rows_max) {
    const { rows } = await sql<{ id: string }>`
      select id from orders where number_key is null
      order by created_at, id limit ${Math.min(rows_max, ORDERS_MAX)} for update`.execute(tx);
    const ids = rows.map(({ id }) => id);
    // A younger order may have received the key since the upgrade.
    await sql`
      update orders younger set repeats_number = true from orders o
      where o.id = any(${ids}::uuid[]) and o.number_key is null and younger.shop_id = o.shop_id
        and younger.number_key = order_number_key(o.order_number) and not younger.repeats_number
        and (younger.created_at, younger.id) > (o.created_at, o.id)`.execute(tx);
    await sql`
      with missing as (
        select shop_id, id, created_at, order_number_key(order_number) as key from orders
        where id = any(${ids}::uuid[]) and number_key is null),
      ranked as (
        select m.*, row_number() over (partition by m.shop_id, m.key order by m.created_at, m.id) > 1
          or exists (select from orders o
            where o.shop_id = m.shop_id and o.number_key = m.key and not o.repeats_number) as repeats
        from missing m)
      update orders o set number_key = r.key, repeats_number = r.repeats
      from ranked r where o.shop_id = r.shop_id and o.id = r.id`.execute(tx);
    return rows.length;
  },
};
