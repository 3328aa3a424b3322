import { sql } from 'kysely';
import type { Database } from '../server/platform/database/database.ts';

/** One hash for each table's rows of a shop: equal as long as nothing of the shop was changed. */
export async function shopFingerprint(owner: Database, shop_id: number): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'shop_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`.execute(owner);
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ hash: string }>`
      select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash
      from ${sql.table(name)} t where shop_id = ${shop_id}`.execute(owner);
    found[name] = rows[0]?.hash ?? '';
  }
  return found;
}
