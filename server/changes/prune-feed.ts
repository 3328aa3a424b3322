import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../platform/database/database.ts';

/** Whoever has read nothing for longer reads everything again, in ms. */
const KEPT_MS = 24 * 60 * 60 * 1000;
const BATCH = 5_000;

/** Removes hints older than a day, a batch a transaction, and keeps how far: cursors of before say nothing. Answers how many. */
export async function pruneFeed(owner: Database, now: Date, batch = BATCH): Promise<number> {
  const before = new Date(now.getTime() - KEPT_MS);
  let pruned = 0;
  for (;;) {
    const { rows } = await sql<{ gone: number }>`
      with gone as (
        delete from feed where ctid = any(array(
          select ctid from feed where recorded_at < ${before} limit ${batch} for update skip locked))
        returning xid
      ), kept as (
        insert into feed_horizon as h (pruned_until) select xid from gone order by xid desc limit 1
        on conflict (is_the_only) do update set pruned_until = greatest(h.pruned_until, excluded.pruned_until)
      )
      select count(*)::int as gone from gone`.execute(owner);
    const gone = rows[0]?.gone ?? 0;
    pruned += gone;
    if (gone < batch) return pruned;
  }
}

/** Makes every cursor into the feed worthless, as after a restore: what it leads on from is not there any more. */
export async function endEpoch(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_there: boolean }>(
    "select to_regclass('public.feed_horizon') is not null as is_there",
  );
  // A backup of before the feed is migrated on once it is loaded.
  if (!rows[0]?.is_there) return;
  await client.query('delete from public.feed');
  await client.query('delete from public.feed_horizon');
}
