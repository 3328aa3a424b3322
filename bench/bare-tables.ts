import type pg from 'pg';
import { quoted } from '../server/backup/manifest.ts';

type Definition = { table: string; name: string; definition: string };

/**
 * Takes constraints that compare rows, indexes and triggers off all tables, within the caller's transaction, and answers
 * what puts them back. Loading is so free of any order, needs no more right than ownership, and builds each index once.
 */
export async function bareTables(
  client: pg.ClientBase,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  const constraints = await definitions(client, CONSTRAINTS, tables);
  const indexes = await definitions(client, INDEXES, tables);
  for (const { table, name } of constraints.toReversed()) {
    await client.query(`alter table public.${quoted(table)} drop constraint ${quoted(name)}`);
  }
  for (const { name } of indexes) await client.query(`drop index public.${quoted(name)}`);
  for (const table of tables) await client.query(`alter table public.${quoted(table)} disable trigger user`);

  return async () => {
    const [foreign, own] = [constraints.filter(isForeign), constraints.filter((each) => !isForeign(each))];
    for (const each of own) await client.query(addConstraint(each));
    for (const { definition } of indexes) await client.query(definition);
    // Last: they compare tables by the keys that are there again.
    for (const each of foreign) await client.query(addConstraint(each));
    for (const table of tables) await client.query(`alter table public.${quoted(table)} enable trigger user`);
  };
}

/** Primary and unique keys first, then what refers to them. */
const CONSTRAINTS = `
  select t.relname as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
  from pg_constraint c join pg_class t on t.oid = c.conrelid
  where t.relnamespace = 'public'::regnamespace and t.relname = any ($1) and c.contype in ('p', 'u', 'f')
  order by c.contype = 'f', t.relname, c.conname`;

const INDEXES = `
  select t.relname as table, i.relname as name,
    -- That of a table of partitions is told without them.
    replace(pg_get_indexdef(x.indexrelid), ' ON ONLY ', ' ON ') as definition
  from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
  where t.relnamespace = 'public'::regnamespace and t.relname = any ($1)
    and not exists (select from pg_constraint c where c.conindid = x.indexrelid and c.contype in ('p', 'u', 'x'))
  order by t.relname, i.relname`;

async function definitions(client: pg.ClientBase, statement: string, tables: readonly string[]) {
  return (await client.query<Definition>(statement, [tables])).rows;
}

function isForeign({ definition }: Definition): boolean {
  return definition.startsWith('FOREIGN KEY');
}

function addConstraint({ table, name, definition }: Definition): string {
  return `alter table public.${quoted(table)} add constraint ${quoted(name)} ${definition}`;
}
