import type { Database } from './database.ts';
import { type Sql, sql } from './sql.ts';

type Key = { shop_id: number; id: string };
const BEFORE_ALL: Key = { shop_id: 0, id: '00000000-0000-0000-0000-000000000000' };

/** Yields all rows of a query on one table by shop and id, one page per statement. */
export async function* pagesByKey<Row extends Key>(
  database: Database,
  query: Sql<Row>,
  page: number,
): AsyncGenerator<Row[]> {
  let after = BEFORE_ALL;
  for (;;) {
    const { rows } = await sql<Row>`
      select * from (${query}) as rows where (shop_id, id) > (${after.shop_id}, ${after.id}::uuid)
      order by shop_id, id limit ${page}`.execute(database);
    yield rows;
    if (rows.length < page) return;
    after = rows.at(-1) ?? after;
  }
}
