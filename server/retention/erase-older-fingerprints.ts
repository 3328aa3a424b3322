import type { Backfill } from '../platform/database/migrations/backfills.ts';
import { sql } from '../platform/database/sql.ts';

/** Each erasure covers up to 200 orders. */
const ERASINGS_MAX = 5;

type Older = { shop_id: number; id: string; erased_at: string };

/** Erases fingerprints of commands about orders that an older version erased. */
export const FINGERPRINTS_OF_ERASED_ORDERS: Backfill = {
  name: '0134-erase-fingerprints',
  async fill(tx, rows_max) {
    const { rows } = await sql<Older>`
      select shop_id, id, erased_at::text from erasings
      where fingerprints_erased_at is null
        and shop_id = (select min(shop_id) from erasings where fingerprints_erased_at is null)
      order by erased_at limit ${Math.min(rows_max, ERASINGS_MAX)} for update skip locked`.execute(tx);
    const [first] = rows;
    if (!first) return 0;
    const times = rows.map(({ erased_at }) => erased_at);
    const ids = rows.map(({ id }) => id);
    await sql`
      select erase_fingerprints(${first.shop_id}::int, array(
        select id from orders where shop_id = ${first.shop_id} and erased_at = any (${times}::timestamptz[])))`.execute(
      tx,
    );
    await sql`
      update erasings set fingerprints_erased_at = now()
      where shop_id = ${first.shop_id} and id = any (${ids}::uuid[])`.execute(tx);
    return rows.length;
  },
};
