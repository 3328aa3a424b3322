import { type SelectQueryBuilder, sql } from 'kysely';

type Key = { shop_id: number; id: string };
const BEFORE_ALL: Key = { shop_id: 0, id: '00000000-0000-0000-0000-000000000000' };

/** Every row of a query on one table, by shop and id: a page at a time, each read by a statement of its own. */
export async function* pagesByKey<DB, Name extends keyof DB, Row extends Key>(
  query: SelectQueryBuilder<DB, Name, Row>,
  page: number,
): AsyncGenerator<Row[]> {
  let after = BEFORE_ALL;
  for (;;) {
    const rows: Row[] = await query
      .where(sql<boolean>`(shop_id, id) > (${after.shop_id}, ${after.id}::uuid)`)
      .orderBy(sql`shop_id`)
      .orderBy(sql`id`)
      .limit(page)
      .execute();
    yield rows;
    if (rows.length < page) return;
    after = rows.at(-1) ?? after;
  }
}
