import pg from 'pg';

const { escapeIdentifier } = pg;

/** Statements that restore the dropped definitions, in order. */
export type Additions = readonly string[];

/**
 * Drops keys, references, indexes and triggers of these tables: loading then needs no order of tables and no
 * privilege beyond ownership, and builds each index once. Locks all tables until the transaction ends.
 * Returns the statements that add indexes, keys and references again.
 */
export async function dropDefinitions(client: pg.ClientBase, tables: readonly string[]): Promise<Additions> {
  const { rows: constraints } = await client.query<Constraint>(CONSTRAINTS, [tables]);
  const { rows: indexes } = await client.query<Index>(INDEXES, [tables]);
  const references = constraints.filter(({ is_reference }) => is_reference);
  const keys = constraints.filter(({ is_reference }) => !is_reference);
  const statements = [
    ...tables.map((table) => `alter table ${escapeIdentifier(table)} disable trigger user`),
    ...[...references, ...keys].map(
      ({ table, name }) => `alter table ${escapeIdentifier(table)} drop constraint ${escapeIdentifier(name)}`,
    ),
    ...indexes.map(({ name }) => `drop index ${escapeIdentifier(name)}`),
  ];
  for (const statement of statements) await client.query(statement);
  return [...indexes.map(({ definition }) => definition), ...[...keys, ...references].map(addition)];
}

type Constraint = { table: string; name: string; is_reference: boolean; definition: string };
type Index = { name: string; definition: string };

function addition({ table, name, definition }: Constraint): string {
  return `alter table ${escapeIdentifier(table)} add constraint ${escapeIdentifier(name)} ${definition}`;
}

const CONSTRAINTS = `
  select t.relname as table, c.conname as name, c.contype = 'f' as is_reference, pg_get_constraintdef(c.oid) as definition
  from pg_constraint c join pg_class t on t.oid = c.conrelid
  where t.relnamespace = 'public'::regnamespace and t.relname = any ($1) and c.contype in ('p', 'u', 'f')
  order by t.relname, c.conname`;

const INDEXES = `
  select i.relname as name,
    -- The definition of a partitioned table's index names that table only.
    replace(pg_get_indexdef(x.indexrelid), ' ON ONLY ', ' ON ') as definition
  from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
  where t.relnamespace = 'public'::regnamespace and t.relname = any ($1)
    and not exists (select from pg_constraint c where c.conindid = x.indexrelid and c.contype in ('p', 'u', 'x'))
  order by t.relname, i.relname`;
