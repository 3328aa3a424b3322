import pg from 'pg';

const { escapeIdentifier } = pg;

type Definition = { table: string; name: string; definition: string };

/** Returns the names of all tables; a partition counts as its parent table. */
export async function allTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1",
  );
  return rows.map(({ name }) => name);
}

/**
 * Drops keys and indexes and disables triggers of all tables within the caller's transaction. Returns a
 * function that restores them: it builds each index in one go and does not validate foreign keys, except on
 * partitioned tables.
 */
export async function dropKeys(client: pg.ClientBase): Promise<() => Promise<void>> {
  const tables = await allTables(client);
  const [{ rows: constraints }, { rows: indexes }] = [
    await client.query<Definition>(CONSTRAINTS),
    await client.query<Definition>(INDEXES),
  ];
  const alter = (table: string, what: string) =>
    client.query(`alter table public.${escapeIdentifier(table)} ${what}`);
  for (const { table, name } of constraints.toReversed())
    await alter(table, `drop constraint ${escapeIdentifier(name)}`);
  for (const { name } of indexes) await client.query(`drop index public.${escapeIdentifier(name)}`);
  for (const table of tables) await alter(table, 'disable trigger user');
  return async () => {
    for (const { definition } of indexes) await client.query(definition);
    for (const { table, name, definition } of constraints)
      await alter(table, `add constraint ${escapeIdentifier(name)} ${definition}`);
    for (const table of tables) await alter(table, 'enable trigger user');
  };
}

/**
 * Keys come before the foreign keys that need them. Before PostgreSQL 18 a partitioned table allows no NOT
 * VALID key.
 */
const CONSTRAINTS = `
  select t.relname as table, c.conname as name,
    pg_get_constraintdef(c.oid) || case when c.contype = 'f' and c.convalidated and t.relkind = 'r' then ' not valid' else '' end as definition
  from pg_constraint c join pg_class t on t.oid = c.conrelid
  where t.relnamespace = 'public'::regnamespace and c.contype in ('p', 'u', 'f')
  order by c.contype = 'f', t.relname, c.conname`;

const INDEXES = `
  select t.relname as table, i.relname as name, replace(pg_get_indexdef(x.indexrelid), ' ON ONLY ', ' ON ') as definition
  from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
  where t.relnamespace = 'public'::regnamespace
    and not exists (select from pg_constraint c where c.conindid = x.indexrelid and c.contype in ('p', 'u', 'x'))
  order by t.relname, i.relname`;
