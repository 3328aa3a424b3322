import type { Backfill } from '../../platform/database/migrations/backfills.ts';
import { sql } from '../../platform/database/sql.ts';

/** Adds orders older than migration 0082 to the search. */
export const SEARCH_OF_ORDERS: Backfill = {
  name: '0082-search-of-orders',
  async fill(tx, rows_max) {
    const { row_count } = await sql`
      insert into order_search (shop_id, order_id, created_at, driver_id, words)
      select o.shop_id, o.id, o.created_at, o.driver_id,
        search_words(o.order_number, c.first_name, c.last_name, o.delivery_address, o.area, c.phone)
      from orders o join customers c on c.shop_id = o.shop_id and c.id = o.customer_id
      where not exists (select from order_search s where s.shop_id = o.shop_id and s.order_id = o.id)
      limit ${rows_max} for update of o, c skip locked
      on conflict do nothing`.execute(tx);
    return row_count;
  },
};
