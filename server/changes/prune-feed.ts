import type pg from 'pg';
import type { Database } from '../platform/database/database.ts';
import { type Sql, sql } from '../platform/database/sql.ts';
import {
  PARTITION_LOCK_MS,
  partitionsOf,
  type TimePartition,
  type TimePartitions,
} from '../platform/database/time-partitions.ts';
import { inTransaction } from '../platform/database/transactions.ts';

/** Daily partitions; one is dropped when all of its hints are older than `KEPT_MS`. */
export const FEED_PARTITIONS: TimePartitions = { table: 'feed', each: 'day', ahead: 2 };

/** Age up to which hints are kept, in ms. A reader that is further behind reads everything again. */
const KEPT_MS = 24 * 60 * 60 * 1000;
const BATCH = 5_000;

/** Partitions that are not of one day: rows from before daily partitions, and rows that matched none. */
const UNDATED = ['feed_before', 'feed_default'];

/**
 * Drops the partitions of past days, and deletes hints older than a day from the partitions of several days,
 * one batch per transaction. Records how far it pruned, which invalidates older cursors. Returns the number
 * of removed hints.
 */
export async function pruneFeed(owner: Database, now: Date, batch = BATCH): Promise<number> {
  const before = new Date(now.getTime() - KEPT_MS);
  const partitions = await partitionsOf(owner, 'feed');
  const past = partitions.filter(({ until }) => until <= before);
  let pruned = 0;
  for (const partition of past) pruned += await dropPartition(owner, partition);
  const gone = past.map(({ name }) => name);
  const there = [...partitions.map(({ name }) => name), 'feed_default'];
  for (const name of UNDATED.filter((undated) => there.includes(undated) && !gone.includes(undated)))
    pruned += await deleteFrom(owner, name, before, batch);
  return pruned;
}

function dropPartition(owner: Database, { name }: TimePartition): Promise<number> {
  const partition = sql.ref(`partitions.${name}`);
  return inTransaction(owner, async (tx) => {
    await sql`select set_config('lock_timeout', ${String(PARTITION_LOCK_MS)}, true)`.execute(tx);
    await keepHowFar(sql`select xid from ${partition} order by xid desc limit 1`).execute(tx);
    const { rows } = await sql<{ hints: number }>`select count(*)::int as hints from ${partition}`.execute(
      tx,
    );
    await sql`drop table ${partition}`.execute(tx);
    return rows[0]?.hints ?? 0;
  });
}

async function deleteFrom(owner: Database, name: string, before: Date, batch: number): Promise<number> {
  const partition = sql.ref(`partitions.${name}`);
  let pruned = 0;
  for (;;) {
    const { rows } = await sql<{ gone: number }>`
      with gone as (
        delete from ${partition} where ctid = any(array(
          select ctid from ${partition} where recorded_at < ${before} limit ${batch} for update skip locked))
        returning xid
      ), kept as (${keepHowFar(sql`select xid from gone order by xid desc limit 1`)})
      select count(*)::int as gone from gone`.execute(owner);
    const gone = rows[0]?.gone ?? 0;
    pruned += gone;
    if (gone < batch) return pruned;
  }
}

function keepHowFar(newest_xid: Sql) {
  return sql`
    insert into feed_horizon as h (pruned_until) ${newest_xid}
    on conflict (is_the_only) do update set pruned_until = greatest(h.pruned_until, excluded.pruned_until)`;
}
/**
 * Invalidates every cursor into the feed, for example after a restore: the rows that follow it no longer
 * exist.
 */
export async function endEpoch(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_there: boolean }>(
    "select to_regclass('public.feed_horizon') is not null as is_there",
  );
  // A backup from before the feed existed is migrated after it is loaded.
  if (!rows[0]?.is_there) return;
  await client.query('delete from public.feed');
  await client.query('delete from public.feed_horizon');
}
