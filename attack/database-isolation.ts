import pg from 'pg';
import type { AttackedServer, Caller } from './attacked-server.ts';
import { AttackReport } from './report.ts';

/**
 * Tries each caller's transaction on every table, without the checks of the endpoints. A sample has two
 * callers.
 */
export async function databaseIsolation(
  place: AttackedServer,
  { is_sample = false } = {},
): Promise<AttackReport> {
  const tries = new AttackReport('Database: as the request role, without the checks of the endpoints');
  const { shop, other } = place;
  const client = new pg.Client({ connectionString: place.request_url });
  await client.connect();
  try {
    const tables = await tablesWithShop(client);
    const all = [other.driver, other.manager, other.admin, other.nobody];
    for (const caller of is_sample ? [other.driver, other.admin] : all) {
      for (const table of tables) {
        for (const reach of ['select from %', 'update % set shop_id = shop_id', 'delete from %']) {
          const statement = `${reach.replace('%', table)} where shop_id = ${shop.shop_id}`;
          const rows = (await attempt(client, caller, statement)) ?? 0;
          tries.check(rows === 0, `${caller.name} reached ${rows} rows of another shop: ${statement}`);
        }
      }
      for (const statement of ESCAPES) {
        const rows = await attempt(client, caller, statement);
        tries.check(rows === undefined, `${caller.name} could run: ${statement}`);
      }
      // The checks above prove nothing if no row is visible at all.
      const own = await attempt(client, caller, 'select from shops');
      tries.check(own === 1, `${caller.name} saw ${own} shops instead of one`);
    }
  } finally {
    await client.end();
  }
  return tries;
}

/** Statements that would escape the request role, and privileges it must not have. */
const ESCAPES = [
  'set role postgres',
  'set session authorization postgres',
  'alter table orders disable row level security',
  'drop table orders',
  "copy (select 1) to program 'true'",
  "select pg_read_file('/etc/passwd')",
  'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()',
  'create table public.mine (a int)',
  'create function public.mine() returns int language sql as $$ select 1 $$',
  'truncate cash_movements',
  'update cash_tracking_parts set cash_on_hand_fils = 0',
  'insert into cash_movements default values',
  'select password_hash from users',
  'select * from refresh_tokens',
];

async function tablesWithShop(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'shop_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') order by 1`);
  return rows.map(({ name }) => name);
}

/**
 * Runs one statement in a request's transaction and rolls it back. Returns the number of rows it affected, or
 * undefined if it was refused.
 */
async function attempt(client: pg.Client, caller: Caller, statement: string): Promise<number | undefined> {
  await client.query('begin');
  try {
    await client.query('select * from begin_request($1)', [caller.session_id]);
    const { rowCount } = await client.query(statement);
    return rowCount ?? 0;
  } catch {
    return undefined;
  } finally {
    await client.query('rollback');
  }
}
