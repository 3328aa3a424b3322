import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeSchema } from '../scripts/database/database-schema.ts';
import { writeDatabaseTypes } from '../scripts/database/database-types.ts';
import { REQUEST_ROLE } from '../server/platform/database/database-roles.ts';
import { createTestDatabase, type TestDatabase } from './support/test-database.ts';

/**
 * Tables that span shops: identity, sign-in, data of the installation itself, and the assignment of stores to
 * shops, because a webhook names its store before its shop is known. Every other table belongs to a shop and
 * must follow the rules below; a new table fails until it does or is named here.
 */
const INSTALLATION_WIDE = [
  'backups',
  'feed_horizon',
  'installation',
  'profiles',
  'refresh_tokens',
  'sessions',
  'shopify_connections',
  'shops',
  'sign_in_attempts',
  'users',
];

/** Tables that a shop's rows may reference without shop_id. */
const IDENTITY = ['profiles', 'sessions', 'shops', 'users'];

/** Tables that no request can read, except through their few functions. */
const CLOSED = [
  'backups',
  'feed_horizon',
  'installation',
  'operator_commands',
  'order_search',
  'refresh_tokens',
  'shopify_connections',
  'shopify_orders',
  'shopify_polls',
  'shopify_unverified_webhooks',
  'shopify_webhooks',
  'sign_in_attempts',
  'store_payments',
  'users',
];

/** Tables that no request writes, except through functions. Adjustments and issues need an approval. */
const CASH = ['cash_movements', 'cash_tracking_parts', 'operator_commands'];

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function rowsOf<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await database.owner.query<Row>(text, values)).rows;
}

async function tablesOf(wanted: (table: string) => boolean): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1",
  );
  return rows.map(({ name }) => name).filter(wanted);
}

const LOOKS_UP = /\bfrom\b/i;

/**
 * The only lookup that policies may perform: past drivers of an older order whose row the backfill has not
 * filled in yet. The next version drops both (decisions 109 and 30).
 */
const NOT_FILLED_IN = [
  /\(ever_driver_ids IS NULL\) AND actor\.(ever_had|ever_had_order_of)\(\w+\)/g,
  '',
] as const;

/** Returns the bodies of the project's functions by the name under which they are called. */
async function namedFunctions(): Promise<Map<string, string>> {
  const functions = await rowsOf<{ name: string; body: string }>(
    `select regexp_replace(oid::regproc::text, '^public\\.', '') as name,
       string_agg(coalesce(pg_get_function_sqlbody(oid), prosrc), ' ') as body
     from pg_proc where pronamespace in ('public'::regnamespace, 'actor'::regnamespace) group by 1`,
  );
  return new Map(functions.map(({ name, body }) => [name, body]));
}

/** Returns the functions with lookups that the texts call, directly or through other functions. */
function lookingUp(bodies: Map<string, string>, texts: string[]): string[] {
  const reached = new Set<string>();
  const reach = (text: string) => {
    for (const [, name = ''] of text.matchAll(/([\w.]+)\(/g)) {
      const body = bodies.get(name);
      if (body === undefined || reached.has(name)) continue;
      reached.add(name);
      reach(body);
    }
  };
  texts.forEach(reach);
  return [...reached].filter((name) => LOOKS_UP.test(bodies.get(name) ?? '')).sort();
}

const shopTables = () => tablesOf((table) => !INSTALLATION_WIDE.includes(table));

describe('a table of a shop', () => {
  it('has shop_id, and the list of other tables names existing tables only', async () => {
    const tables = await shopTables();
    expect(tables).toContain('orders');
    const carrying = await rowsOf<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         and a.attname = 'shop_id' and a.attnotnull and a.atttypid = 'int'::regtype`,
    );
    const names = carrying.map(({ name }) => name);
    expect(tables.filter((table) => !names.includes(table))).toEqual([]);
    expect(await tablesOf((table) => INSTALLATION_WIDE.includes(table))).toEqual(INSTALLATION_WIDE);
  });

  it('has row-level security and a policy for the request role', async () => {
    const unguarded = await rowsOf(
      `select c.relname from pg_class c where c.relname = any($1) and (not c.relrowsecurity or not exists (
         select from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname))`,
      [await shopTables()],
    );
    expect(unguarded).toEqual([]);
  });

  it('has policies that compare with settings and look up no table', async () => {
    const policies = await rowsOf<{ name: string; condition: string }>(
      `select concat(tablename, ' ', policyname) as name, concat(qual, ' ', with_check) as condition
       from pg_policies where schemaname = 'public'`,
    );
    expect(policies.length).toBeGreaterThan(20);
    expect(policies.filter(({ condition }) => LOOKS_UP.test(condition))).toEqual([]);
    const called = policies.map(({ condition }) => condition.replace(...NOT_FILLED_IN));
    expect(lookingUp(await namedFunctions(), called)).toEqual([]);
  });

  it('is looked up by no function that a policy calls, directly or indirectly', () => {
    const bodies = new Map([
      ['actor.compares', 'return a = b'],
      ['actor.looks_up', 'select exists (select from orders)'],
      ['passes_on', 'select actor.looks_up()'],
    ]);
    expect(lookingUp(bodies, ['actor.compares() and x = 1'])).toEqual([]);
    expect(lookingUp(bodies, ['passes_on(id)', 'other = actor.compares()'])).toEqual(['actor.looks_up']);
  });

  it('has a primary key and unique indexes that all start with shop_id', async () => {
    const indexes = await rowsOf<{ table: string; index: string; first: string; primary: boolean }>(
      `select t.relname as table, i.relname as index, a.attname as first, x.indisprimary as primary
       from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
       left join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
       where t.relname = any($1) and x.indisunique`,
      [await shopTables()],
    );
    expect(indexes.filter(({ first }) => first !== 'shop_id')).toEqual([]);
    const keyed = indexes.filter(({ primary }) => primary).map(({ table }) => table);
    expect(keyed.sort()).toEqual(await shopTables());
  });

  it('has foreign keys that start with shop_id on both sides, except into identity', async () => {
    const keys = await rowsOf<{ table: string; key: string; to: string; here: string; there: string }>(
      `select t.relname as table, k.conname as key, r.relname as to, a.attname as here, b.attname as there
       from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_class r on r.oid = k.confrelid
       join pg_attribute a on a.attrelid = t.oid and a.attnum = k.conkey[1]
       join pg_attribute b on b.attrelid = r.oid and b.attnum = k.confkey[1]
       where k.contype = 'f' and t.relnamespace = 'public'::regnamespace`,
    );
    const shops = await shopTables();
    const ofShops = keys.filter(({ table }) => shops.includes(table));
    expect(ofShops.length).toBeGreaterThan(20);
    const loose = ofShops.filter(
      ({ to, here, there }) => !IDENTITY.includes(to) && (here !== 'shop_id' || there !== 'shop_id'),
    );
    expect(loose).toEqual([]);
    // Every table of a shop references its shop, and no table that spans shops references a shop's rows.
    const referencing = ofShops
      .filter(({ to, here }) => to === 'shops' && here === 'shop_id')
      .map(({ table }) => table);
    expect([...new Set(referencing)].sort()).toEqual(shops);
    expect(keys.filter(({ table, to }) => INSTALLATION_WIDE.includes(table) && shops.includes(to))).toEqual(
      [],
    );
  });

  it('has policies that read the actor through actor.* only', async () => {
    const policies = await rowsOf<{ tablename: string; policyname: string; text: string; roles: string[] }>(
      `select tablename, policyname, roles::text[] as roles, concat_ws(' ', qual, with_check) as text
       from pg_policies where schemaname = 'public'`,
    );
    expect(policies.length).toBeGreaterThan(15);
    expect(policies.filter(({ text }) => /current_setting|session_user|current_user/i.test(text))).toEqual(
      [],
    );
    expect(policies.filter(({ roles }) => roles.join() !== REQUEST_ROLE)).toEqual([]);
    const shops = await shopTables();
    const unrestricted = policies.filter(
      ({ tablename, text }) => shops.includes(tablename) && !text.includes('actor.shop_id()'),
    );
    expect(unrestricted).toEqual([]);
  });
});

describe('a partition', () => {
  it('is under row-level security and accessible to the request role only through its table', async () => {
    const partitions = await rowsOf<{ name: string; parent: string; secured: boolean; reached: boolean }>(
      `select c.relname as name, p.relname as parent, c.relrowsecurity as secured,
         has_any_column_privilege($1, c.oid, 'select') or has_any_column_privilege($1, c.oid, 'insert') as reached
       from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
       where c.relkind = 'r' order by 1`,
      [REQUEST_ROLE],
    );
    expect(partitions.map(({ name }) => name)).toEqual([
      'audit_events_before',
      'audit_events_default',
      'feed_before',
      'feed_default',
    ]);
    expect(partitions.filter(({ secured, reached }) => !secured || reached)).toEqual([]);
    const here = await rowsOf(
      "select relname from pg_class where relispartition and relkind = 'r' and relnamespace <> 'partitions'::regnamespace",
    );
    expect(here).toEqual([]);
  });
});

describe('a table that spans shops', () => {
  it('is under row-level security too', async () => {
    const open = await rowsOf(
      "select relname from pg_class where relname = any($1) and relkind = 'r' and not relrowsecurity",
      [INSTALLATION_WIDE],
    );
    expect(open).toEqual([]);
  });
});

describe('the request role', () => {
  it('is no superuser, does not bypass row-level security and creates neither databases nor roles', async () => {
    const [role] = await rowsOf(
      `select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolreplication from pg_roles where rolname = $1`,
      [REQUEST_ROLE],
    );
    expect(role).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolreplication: false,
    });
    const memberships = await rowsOf(
      'select r.rolname from pg_roles r where r.rolname <> $1 and pg_has_role($1, r.oid, $2)',
      [REQUEST_ROLE, 'member'],
    );
    expect(memberships).toEqual([]);
  });

  it('owns nothing and may create nothing', async () => {
    const owned = await rowsOf(
      `select 'relation' as kind, relname::text as name from pg_class where relowner = $1::regrole
       union all select 'function', proname from pg_proc where proowner = $1::regrole
       union all select 'type', typname from pg_type where typowner = $1::regrole
       union all select 'schema', nspname from pg_namespace where nspowner = $1::regrole
       union all select 'database', datname from pg_database where datdba = $1::regrole`,
      [REQUEST_ROLE],
    );
    expect(owned).toEqual([]);
    const creatable = await rowsOf(
      `select nspname from pg_namespace where has_schema_privilege($1, oid, 'create') and nspname !~ '^pg_temp'`,
      [REQUEST_ROLE],
    );
    expect(creatable).toEqual([]);
    const [on] = await rowsOf(`select has_database_privilege($1, current_database(), 'create') as create`, [
      REQUEST_ROLE,
    ]);
    expect(on).toEqual({ create: false });
  });

  it('cannot write any column of a cash table', async () => {
    expect(await writeRights(CASH)).toEqual([]);
    const [control] = await writeRights(['order_events']);
    expect(control).toMatchObject({ right: 'insert' });
  });

  it('cannot read or write tables of sign-in or of the connection to a store', async () => {
    const readable = await rowsOf(
      `select t.name, a.attname from unnest($1::text[]) t(name) join pg_attribute a on a.attrelid = t.name::regclass
       where a.attnum > 0 and not a.attisdropped and has_column_privilege($2, t.name, a.attname, 'select')`,
      [CLOSED, REQUEST_ROLE],
    );
    expect(readable).toEqual([]);
    expect(await writeRights(CLOSED)).toEqual([]);
  });

  it('cannot delete from, truncate, reference or add a trigger to any table', async () => {
    const rights = await rowsOf(
      `select t.name, r.name as right from unnest($1::text[]) t(name),
         unnest(array['delete', 'truncate', 'references', 'trigger']) r(name)
       where has_table_privilege($2, t.name, r.name)`,
      [await tablesOf(() => true), REQUEST_ROLE],
    );
    expect(rights).toEqual([]);
  });

  it('has no privileges in the schemas of the job queue and the migrations', async () => {
    const schemas = await rowsOf<{ nspname: string }>(
      `select nspname from pg_namespace
       where has_schema_privilege($1, oid, 'usage') and nspname !~ '^pg_' and nspname <> 'information_schema'
       order by 1`,
      [REQUEST_ROLE],
    );
    expect(schemas.map(({ nspname }) => nspname)).toEqual(['actor', 'public']);
  });

  async function writeRights(tables: string[]) {
    return rowsOf<{ name: string; right: string }>(
      `select distinct t.name, r.name as right
       from unnest($1::text[]) t(name), unnest(array['insert', 'update', 'delete', 'truncate']) r(name)
       where has_table_privilege($2, t.name, r.name)
         or (r.name in ('insert', 'update') and has_any_column_privilege($2, t.name, r.name))`,
      [tables, REQUEST_ROLE],
    );
  }
});

describe('a function that runs with its owner’s privileges', () => {
  const functions = () =>
    rowsOf<{ name: string; settings: string[] | null; by_public: boolean; by_request: boolean }>(
      `select p.oid::regprocedure::text as name, p.proconfig as settings,
         exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) g where g.grantee = 0) as by_public,
         has_function_privilege($1, p.oid, 'execute') as by_request
       from pg_proc p where p.prosecdef and p.pronamespace in ('public'::regnamespace, 'actor'::regnamespace)
       order by 1`,
      [REQUEST_ROLE],
    );

  it('sets its search_path, ending in pg_temp, and is not executable by public', async () => {
    const found = await functions();
    expect(found.length).toBeGreaterThan(5);
    const loose = found.filter(
      ({ settings }) => !settings?.some((setting) => /^search_path=.*\bpg_temp$/.test(setting)),
    );
    expect(loose).toEqual([]);
    expect(found.filter(({ by_public }) => by_public)).toEqual([]);
  });

  it('posts a movement for a request only through the checks', async () => {
    const closed = (await functions()).filter(({ by_request }) => !by_request).map(({ name }) => name);
    expect(closed).toContain('apply_movement(integer,uuid)');
    expect(closed).toContain('add_to_balance(integer,uuid,bigint)');
    expect(closed).toContain('move_cash(integer,uuid,uuid,bigint)');
    const writing = await rowsOf<{ name: string }>(
      `select p.oid::regprocedure::text as name from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.prosrc ~* '(insert into|update|delete from)\\s+cash_'
         and has_function_privilege($1, p.oid, 'execute') order by 1`,
      [REQUEST_ROLE],
    );
    expect(writing.map(({ name }) => name.replace(/\(.*/, ''))).toEqual([
      'initialise_own_balance',
      'lock_balance_in',
      'lock_balance_of',
      'post_movement',
    ]);
  });
});

describe('the file generated from the migrated database', () => {
  it('database/schema.sql matches its schema', async () => {
    const client = await database.owner.connect();
    try {
      expect(await describeSchema(client)).toBe(await readFile('database/schema.sql', 'utf8'));
    } finally {
      client.release();
    }
  });

  it('database/types.ts matches its types', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'mandoob-types-'));
    try {
      const fresh = join(directory, 'types.ts');
      writeDatabaseTypes(database.owner_url, fresh);
      expect(await readFile('database/types.ts', 'utf8')).toBe(await readFile(fresh, 'utf8'));
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });
});
