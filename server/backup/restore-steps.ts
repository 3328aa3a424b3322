import type pg from 'pg';
import { UNFINISHED } from '../platform/database/migration-records.ts';
import { RESTORING, STEPS } from '../platform/database/unfinished-restore.ts';
import { errorCode } from '../platform/error-code.ts';
import { BackupError } from './archive-format.ts';
import type { CheckedBackup } from './check-backup.ts';
import { assertNoRows } from './empty-place.ts';
import { isBackedUp, type Manifest, quoted, tablesOf } from './manifest.ts';

/** In this order; only rows and indexes have work that is worth doing side by side, and the proof of what refers to what. */
export const PHASES = ['rows', 'indexes', 'keys', 'references', 'proofs'] as const;
export type Phase = (typeof PHASES)[number];

/** One statement of a restore, done in a transaction that also says so: whoever goes on knows what is left. */
export type RestoreStep = { position: number; phase: Phase; table: string; statement: string };

type PlannedStep = Omit<RestoreStep, 'position'>;

/**
 * Takes all tables out of everybody's sight, within a transaction of its own, and takes constraints that compare rows, indexes and triggers
 * off them: loading is so free of any order, needs no more right than ownership, and builds each index once. Keeps what brings all of it
 * back as steps. Throws BackupError when any table holds a row.
 */
export async function beginRestoring(client: pg.ClientBase, backup: CheckedBackup): Promise<void> {
  await client.query('begin');
  await client.query(`
    create schema ${RESTORING};
    create table ${UNFINISHED} (sha256 text primary key);
    create table ${STEPS} (
      position int primary key, phase text not null, table_name text not null, statement text not null,
      done_at timestamptz, rows bigint)`);
  await moveTables(client, 'public', RESTORING);
  // Now nobody else can write any more.
  await assertNoRows(client, RESTORING);
  // Constraints are told in words that mean the same when they are added again.
  await client.query(`set local search_path = ${RESTORING}`);
  const names = (await tablesOf(client, RESTORING)).map(({ name }) => name);
  const { undress, steps } = await dressOf(client, names);
  for (const statement of undress) await client.query(statement);
  const rows = await loadsOf(client, backup.manifest);
  await keepSteps(client, backup, [...rows, ...steps]);
  await client.query(`insert into ${UNFINISHED} (sha256) values ($1)`, [backup.sha256]);
  await client.query('commit');
}

/** Moves the tables of a schema with all that belongs to them, the parts of those that have parts included, and what is seen through views. */
export async function moveTables(client: pg.ClientBase, from: string, to: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = $1::regnamespace and relkind in ('r', 'p', 'v')
     order by relispartition, relname`,
    [from],
  );
  for (const { name } of rows) await client.query(`alter table ${from}.${quoted(name)} set schema ${to}`);
}

/** A session whose restore was killed may still be ending, in ms. */
const HELD_MS_MAX = 2_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** Begins a transaction in which nobody else is at the unfinished restore, and answers the SHA-256 of its backup. Throws BackupError. */
export async function holdRestoring(client: pg.ClientBase): Promise<string | undefined> {
  await client.query(`begin; set local lock_timeout = ${HELD_MS_MAX}`);
  try {
    const { rows } = await client.query<{ sha256: string }>(`select sha256 from ${UNFINISHED} for update`);
    await client.query('set local lock_timeout = 0');
    return rows[0]?.sha256;
  } catch (error) {
    if (errorCode(error) !== LOCK_NOT_AVAILABLE) throw error;
    throw new BackupError('Another restore into this database is under way.');
  }
}

export async function stepsLeft(client: pg.ClientBase): Promise<RestoreStep[]> {
  const { rows } = await client.query<RestoreStep>(
    `select position, phase, table_name as table, statement from ${STEPS} where done_at is null order by position`,
  );
  return rows;
}

/** How many steps there are of these phases, and how many of them are done. */
export async function stepsDone(client: pg.ClientBase, phases: readonly Phase[]) {
  const { rows } = await client.query<{ done: number; total: number }>(
    `select count(done_at)::int as done, count(*)::int as total from ${STEPS} where phase = any ($1)`,
    [phases],
  );
  return rows[0] ?? { done: 0, total: 0 };
}

/** The tables that are loaded, with their rows. */
export async function loadedTables(client: pg.ClientBase): Promise<Map<string, number>> {
  const { rows } = await client.query<{ table: string; rows: number }>(
    `select table_name as table, rows::float8 as rows from ${STEPS} where phase = 'rows' and done_at is not null`,
  );
  return new Map(rows.map(({ table, rows: count }) => [table, count]));
}

/**
 * Does one step in a transaction with the note that it is done, unless somebody has: the session of a restore that was killed may have been
 * ending. `work` answers how many rows it loaded, if any.
 */
export async function doStep(
  client: pg.ClientBase,
  { position }: RestoreStep,
  work: () => Promise<number | null>,
): Promise<void> {
  await client.query('begin');
  const { rowCount } = await client.query(
    `select from ${STEPS} where position = $1 and done_at is null for update`,
    [position],
  );
  if (rowCount) {
    const rows = await work();
    await client.query(`update ${STEPS} set done_at = now(), rows = $2 where position = $1`, [
      position,
      rows,
    ]);
  }
  await client.query('commit');
}

/** Drops what a restore kept of itself; fails where anything else lies there. */
export async function forgetRestoring(client: pg.ClientBase): Promise<void> {
  await client.query(`drop table ${STEPS}; drop table ${UNFINISHED}; drop schema ${RESTORING}`);
}

async function keepSteps(
  client: pg.ClientBase,
  { tables }: CheckedBackup,
  steps: readonly PlannedStep[],
): Promise<void> {
  // What takes longest is begun first, so that no lane waits long for another at the end.
  const size = ({ table }: PlannedStep) => tables.get(table)?.bytes ?? 0;
  const sorted = PHASES.flatMap((phase) =>
    steps.filter((step) => step.phase === phase).toSorted((a, b) => size(b) - size(a)),
  );
  await client.query(
    `insert into ${STEPS} (position, phase, table_name, statement)
     select * from unnest($1::int[], $2::text[], $3::text[], $4::text[])`,
    [
      sorted.map((_, position) => position),
      sorted.map(({ phase }) => phase),
      sorted.map(({ table }) => table),
      sorted.map(({ statement }) => statement),
    ],
  );
}

/** Rows that go in frozen are never visited again for it. They go into a table that the same transaction has emptied; one of parts knows no such thing. */
export const FROZEN = ', freeze)';

async function loadsOf(client: pg.ClientBase, { tables }: Manifest): Promise<PlannedStep[]> {
  const found = await tablesOf(client, RESTORING);
  const of_parts = new Set(found.filter(({ has_parts }) => has_parts).map(({ name }) => name));
  // An older program's backup of a database that had those others already holds them.
  return tables
    .filter(({ name }) => isBackedUp(name))
    .map(({ name, columns, form }) => {
      const end = of_parts.has(name) ? ')' : FROZEN;
      const list = columns.map(quoted).join(', ');
      return {
        phase: 'rows',
        table: name,
        statement: `copy ${RESTORING}.${quoted(name)} (${list}) from stdin (format ${form}${end}`,
      };
    });
}

type Constraint = {
  table: string;
  name: string;
  kind: 'p' | 'u' | 'f';
  definition: string;
  /** Of an index that is built first and then made the key's; null where the constraint has to build it. */
  index: string | null;
  of_parts: boolean;
};
type Index = { table: string; name: string; definition: string };

/** What takes constraints, indexes and triggers off these tables, and the steps that bring them back. */
async function dressOf(client: pg.ClientBase, tables: readonly string[]) {
  const { rows: constraints } = await client.query<Constraint>(CONSTRAINTS, [RESTORING, tables]);
  const { rows: indexes } = await client.query<Index>(INDEXES, [RESTORING, tables]);
  const references = constraints.filter(({ kind }) => kind === 'f');
  const keys = constraints.filter(({ kind }) => kind !== 'f');
  const undress = [
    ...[...references, ...keys].map(
      ({ table, name }) => `alter table ${quoted(table)} drop constraint ${quoted(name)}`,
    ),
    ...indexes.map(({ name }) => `drop index ${quoted(name)}`),
    ...tables.map((table) => `alter table ${quoted(table)} disable trigger user`),
  ];
  const steps = [...indexes.map(indexStep), ...keys.flatMap(keySteps), ...references.flatMap(referenceSteps)];
  return { undress, steps };
}

function indexStep({ table, definition }: Index): PlannedStep {
  return { phase: 'indexes', table, statement: definition };
}

function keySteps({ table, name, kind, definition, index }: Constraint): PlannedStep[] {
  const add = `alter table ${quoted(table)} add constraint ${quoted(name)}`;
  if (index === null) return [{ phase: 'keys', table, statement: `${add} ${definition}` }];
  const key = kind === 'p' ? 'primary key' : 'unique';
  return [
    { phase: 'indexes', table, statement: index },
    { phase: 'keys', table, statement: `${add} ${key} using index ${quoted(name)}` },
  ];
}

/** Added first, and then proven of all rows at once, which locks little. A table of parts does both in one. */
function referenceSteps({ table, name, definition, of_parts }: Constraint): PlannedStep[] {
  const add = `alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`;
  if (of_parts) return [{ phase: 'references', table, statement: add }];
  return [
    { phase: 'references', table, statement: `${add} not valid` },
    {
      phase: 'proofs',
      table,
      statement: `alter table ${quoted(table)} validate constraint ${quoted(name)}`,
    },
  ];
}

const CONSTRAINTS = `
  select t.relname as table, c.conname as name, c.contype as kind, pg_get_constraintdef(c.oid) as definition,
    t.relkind = 'p' as of_parts,
    case when c.contype <> 'f' and t.relkind = 'r' and not c.condeferrable and m.amname = 'btree'
      then pg_get_indexdef(c.conindid) end as index
  from pg_constraint c join pg_class t on t.oid = c.conrelid
    left join pg_class i on i.oid = c.conindid left join pg_am m on m.oid = i.relam
  where t.relnamespace = $1::regnamespace and t.relname = any ($2) and c.contype in ('p', 'u', 'f')
  order by t.relname, c.conname`;

const INDEXES = `
  select t.relname as table, i.relname as name,
    -- That of a table of partitions is told without them.
    replace(pg_get_indexdef(x.indexrelid), ' ON ONLY ', ' ON ') as definition
  from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
  where t.relnamespace = $1::regnamespace and t.relname = any ($2)
    and not exists (select from pg_constraint c where c.conindid = x.indexrelid and c.contype in ('p', 'u', 'x'))
  order by t.relname, i.relname`;
