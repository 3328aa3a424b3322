import type { Database } from '../../server/platform/database/database.ts';
import { findRow } from '../../server/platform/database/rows.ts';
import { type Executor, sql } from '../../server/platform/database/sql.ts';

/** Returns true if there are neither shops nor users. */
export async function isEmpty(database: Executor): Promise<boolean> {
  const { rows } = await sql`select from shops union all select from users limit 1`.execute(database);
  return rows.length === 0;
}

/** Returns true if this database was made for the demo; it then never contains a real shop. */
export async function isDemo(database: Database): Promise<boolean> {
  return (await findRow(database, 'installation', { key: 'demo' }, ['key'])) !== undefined;
}
