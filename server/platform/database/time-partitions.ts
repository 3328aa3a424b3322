import type { Database, Tx } from './database.ts';
import { sql } from './sql.ts';
import { inTransaction } from './transactions.ts';

/** A table that is partitioned by the time of recording, in UTC (decision 37). */
export type TimePartitions = {
  table: 'audit_events' | 'feed';
  each: 'day' | 'month';
  /** The number of partitions created beyond the current one. */
  ahead: number;
  /** The trigger function that rejects TRUNCATE on a partition. */
  kept_by?: string;
};

/** A partition for the times from `from` (null for no lower bound) until `until`, exclusive. */
export type TimePartition = { name: string; from: Date | null; until: Date };

/** Short, since all writers of the table wait behind the lock; the creation is retried. */
export const PARTITION_LOCK_MS = 500;

/**
 * Creates the missing partitions from now until `ahead`, each in a separate transaction. Rows that were
 * written to the default partition in the meantime stay there, together with the rest of their day or month.
 * Returns the names of the created partitions.
 */
export async function makePartitions(
  owner: Database,
  partitions: TimePartitions,
  now: Date,
): Promise<string[]> {
  const made: string[] = [];
  for (let unit = 0; unit <= partitions.ahead; unit += 1) {
    const from = startOf(partitions.each, now, unit);
    const until = startOf(partitions.each, now, unit + 1);
    const name = await inTransaction(owner, (tx) => makePartition(tx, partitions, from, until));
    if (name !== null) made.push(name);
  }
  return made;
}

/** Returns midnight in UTC at the start of the day or month that is `units` after this one. */
function startOf(each: TimePartitions['each'], now: Date, units: number): Date {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  return each === 'day'
    ? new Date(Date.UTC(year, month, day + units))
    : new Date(Date.UTC(year, month + units, 1));
}

async function makePartition(
  tx: Tx,
  { table, kept_by }: TimePartitions,
  from: Date,
  until: Date,
): Promise<string | null> {
  // Concurrent servers create partitions one after another.
  await sql`select pg_advisory_xact_lock(hashtext(${`partitions of ${table}`}))`.execute(tx);
  const there = await partitionsOf(tx, table);
  const is_taken = there.some((other) => (other.from === null || other.from < until) && other.until > from);
  if (is_taken || (await hasDefaultRows(tx, table, from, until))) return null;
  const name = `${table}_${from.toISOString().slice(0, 10).replaceAll('-', '_')}`;
  const [parent, partition] = [sql.ref(`public.${table}`), sql.ref(`partitions.${name}`)];
  await sql`select set_config('lock_timeout', ${String(PARTITION_LOCK_MS)}, true)`.execute(tx);
  await sql`create table ${partition} (like ${parent} including defaults including constraints)`.execute(tx);
  await sql`alter table ${partition} enable row level security`.execute(tx);
  if (kept_by !== undefined) {
    await sql`create trigger ${sql.ref(`${table}_no_truncate`)} before truncate on ${partition}
      for each statement execute function ${sql.ref(kept_by)}()`.execute(tx);
  }
  // Writers continue meanwhile: only the default partition is locked, which is usually empty.
  await sql`alter table ${parent} attach partition ${partition}
    for values from (${sql.lit(from.toISOString())}) to (${sql.lit(until.toISOString())})`.execute(tx);
  return name;
}

/** Returns all partitions but the default one, oldest first. */
export async function partitionsOf(tx: Database | Tx, table: string): Promise<TimePartition[]> {
  const { rows } = await sql<TimePartition>`
    select name, (regexp_match(bound, 'FROM \\(''([^'']+)''\\)'))[1]::timestamptz as from,
      (regexp_match(bound, 'TO \\(''([^'']+)''\\)'))[1]::timestamptz as until
    from (
      select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = ${`public.${table}`}::regclass) p
    where bound <> 'DEFAULT' order by until`.execute(tx);
  return rows;
}

async function hasDefaultRows(tx: Tx, table: string, from: Date, until: Date): Promise<boolean> {
  const { rows } = await sql`select from ${sql.ref(`partitions.${table}_default`)}
    where recorded_at >= ${from} and recorded_at < ${until} limit 1`.execute(tx);
  return rows.length > 0;
}
