import type { Database, Tx } from '../../platform/database/database.ts';
import { oneRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { inTransaction } from '../../platform/database/transactions.ts';
import { SETTLING, type Settling, settledUntil } from './settled-until.ts';
import { keyOf, listed, SUMMED, type Summed, summedUp } from './sum-tables.ts';

/** The longest period that one transaction sums, so that a first run over years is split. */
const CHUNK = sql`interval '14 days'`;
/** The period before the horizon that is summed again, for records that were not visible in time. */
const AGAIN = sql`interval '1 day'`;
/**
 * A horizon further ahead than this was set by a clock that has been set back since. It is moved back with
 * the clock; otherwise records made until then would be missing from the sums.
 */
const SET_BACK = sql`interval '1 minute'`;

/**
 * Brings the sums of all shops up to date. Each chunk is one transaction with its horizon, so an interrupted
 * run, or a crash, continues from there, and several servers take turns. Writes nothing if nothing was
 * recorded. Returns false if it could not finish.
 */
export async function sumUp(
  owner: Database,
  stopping: AbortSignal,
  settling: Settling = SETTLING,
): Promise<boolean> {
  const until = await settledUntil(owner, stopping, settling);
  return until !== null && sumUntil(owner, stopping, until);
}

/** Sums the records before `until`, an instant before which nothing more can be recorded. */
export async function sumUntil(owner: Database, stopping: AbortSignal, until: string): Promise<boolean> {
  const { rows: shops } = await sql<{ id: number }>`select id from shops order by id`.execute(owner);
  for (const { id } of shops) {
    let is_behind = true;
    while (is_behind && !stopping.aborted) {
      is_behind = await inTransaction(owner, (tx) => sumChunk(tx, id, until));
    }
  }
  return !stopping.aborted;
}

/** Deletes all sums and recomputes them; meanwhile reports read the records. Returns the same as `sumUp`. */
export async function recomputeSums(
  owner: Database,
  stopping: AbortSignal,
  settling: Settling = SETTLING,
): Promise<boolean> {
  await deleteSums(owner);
  return sumUp(owner, stopping, settling);
}

/** Deletes all sums, for use after writing records of the past; the next run recomputes them. */
export function deleteSums(owner: Database): Promise<void> {
  return inTransaction(owner, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`lock table report_horizons in exclusive mode`.execute(tx);
    await sql`delete from report_horizons`.execute(tx);
    for (const { table } of SUMMED) await sql`delete from ${sql.ref(table)}`.execute(tx);
  });
}

type Chunk = {
  shop_id: number;
  /** The days with records between these two instants are summed again. */
  again_from: string;
  again_to: string;
  /** Afterwards the sums contain exactly the records before this instant. */
  until: string;
};

/** Sums one chunk. Returns true if there may be more to sum. */
async function sumChunk(tx: Tx, shop_id: number, until: string): Promise<boolean> {
  const chunk = await nextChunk(tx, shop_id, until);
  if (!chunk) return false;
  for (const summed of SUMMED) await keepSums(tx, summed, chunk);
  await sql`update report_horizons set summed_before = ${chunk.until}::timestamptz where shop_id = ${shop_id}`.execute(
    tx,
  );
  // After moving the horizon back nothing remains to sum. A server with a later `until` continues from here,
  // and the two never alternate endlessly.
  return chunk.again_to === chunk.until;
}

/** Locks the horizon and finds the next chunk. Times are text, which keeps all digits. */
async function nextChunk(tx: Tx, shop_id: number, until: string): Promise<Chunk | null> {
  await sql`insert into report_horizons (shop_id, summed_before) values (${shop_id}, '-infinity') on conflict do nothing`.execute(
    tx,
  );
  const horizon = await oneRow(
    tx,
    sql<{ at: string; is_ahead: boolean; until_again: string }>`
      select summed_before::text as at, summed_before > ${until}::timestamptz + ${SET_BACK} as is_ahead,
        (${until}::timestamptz - ${AGAIN})::text as until_again
      from report_horizons where shop_id = ${shop_id} for update`,
  );
  if (horizon.is_ahead) return { shop_id, again_from: horizon.until_again, again_to: horizon.at, until };
  const firsts = SUMMED.map(
    ({ facts }) => sql`(select recorded_at from (${facts}) f where shop_id = ${shop_id}
      and recorded_at >= ${horizon.at}::timestamptz and recorded_at < ${until}::timestamptz order by recorded_at limit 1)`,
  );
  const next = await oneRow(
    tx,
    sql<{ until: string | null; again_from: string }>`
      select least(least(${sql.join(firsts)}) + ${CHUNK}, ${until}::timestamptz)::text as until,
        (${horizon.at}::timestamptz - ${AGAIN})::text as again_from
      where least(${sql.join(firsts)}) is not null
      union all select null, '' limit 1`,
  );
  const { again_from } = next;
  return next.until === null ? null : { shop_id, again_from, again_to: next.until, until: next.until };
}

/** Recomputes the sums of each day with a record in the chunk, and writes the differences. */
async function keepSums(
  tx: Tx,
  summed: Summed,
  { shop_id, again_from, again_to, until }: Chunk,
): Promise<void> {
  const { table, facts, measures } = summed;
  const key = keyOf(summed);
  const { days } = await oneRow(
    tx,
    sql<{ days: string[] }>`
      select array(select distinct date_trunc('day', at, 'UTC')::text from (${facts}) f where shop_id = ${shop_id}
        and recorded_at >= ${again_from}::timestamptz and recorded_at < ${again_to}::timestamptz) as days`,
  );
  const of_days = sql`
    select f.* from unnest(${days}::timestamptz[]) as day
    cross join lateral (select * from (${facts}) g where shop_id = ${shop_id} and at >= day and at < day + interval '24 hours'
      and recorded_at < ${until}::timestamptz) f`;
  const own = measures.map((id) => sql`${sql.ref(`s.${id}`)}`);
  const new_ones = measures.map((id) => sql`${sql.ref(`excluded.${id}`)}`);
  await sql`
    with fresh as materialized (${summedUp(summed, of_days)}), gone as (
      delete from ${sql.ref(table)} s using unnest(${days}::timestamptz[]) as day
      where s.shop_id = ${shop_id} and s.grain in ('quarter', 'day', 'person_day') and s.starts_at >= day and s.starts_at < day + interval '24 hours'
        and not exists (select from fresh f where (${listed(key, 'f')}) = (${listed(key, 's')}))
    )
    insert into ${sql.ref(table)} as s (shop_id, ${listed([...key, ...measures])})
    select ${shop_id}, ${listed([...key, ...measures])} from fresh
    on conflict (shop_id, ${listed(key)}) do update
      set ${sql.join(measures.map((id) => sql`${sql.ref(id)} = ${sql.ref(`excluded.${id}`)}`))}
      where (${sql.join(own)}) is distinct from (${sql.join(new_ones)})`.execute(tx);
}
