import type { Operation } from '../operations/operation.ts';
import { byServer } from '../operations/run-as.ts';
import type { System } from '../platform/actor.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { pagesByKey } from '../platform/database/pages-by-key.ts';
import { firstRow, oneRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import type { Log } from '../platform/logging/log.ts';

const BATCH = 500;

/**
 * Posts the pending movements of deliveries, each in its own transaction, so that one that still fails does
 * not block the others. `apply_movement` posts each at most once, even if called concurrently. Returns the
 * numbers of posted and of still pending movements.
 */
export async function postWaitingMovements(
  owner: Database,
  log: Log,
): Promise<{ posted: number; failed: number }> {
  let posted = 0;
  let failed = 0;
  const waiting = sql<{ shop_id: number; id: string }>`
    select shop_id, id from cash_movements where posted_at is null`;
  for await (const movements of pagesByKey(owner, waiting, BATCH)) {
    for (const movement of movements) {
      try {
        await byServer(owner, movement.shop_id, applyWaitingMovement, movement);
        posted += 1;
      } catch (error) {
        failed += 1;
        log.error({ err: error, ...movement }, 'a movement still cannot be posted');
      }
    }
  }
  return { posted, failed };
}

/** Posts a pending movement, unless another process has. */
async function applyWaitingMovement(
  tx: Tx,
  { shop_id }: System,
  { id }: { id: string },
  { changed, unchanged }: Operation,
): Promise<void> {
  const locking = sql<{ from_user_id: string | null; to_user_id: string | null }>`
    select from_user_id, to_user_id from cash_movements
    where shop_id = ${shop_id} and id = ${id} and posted_at is null for update`;
  const movement = await firstRow(tx, locking);
  if (!movement) return unchanged();
  await sql`select apply_movement(${shop_id}, ${id}::uuid)`.execute(tx);
  const user_ids = [movement.from_user_id, movement.to_user_id].filter((user_id) => user_id !== null);
  changed({
    what: 'post_movement',
    subject_id: id,
    before: { posted: false },
    after: { posted: true },
    touched: [{ topic: 'cash', audience: 'desk', user_ids }],
  });
}

/**
 * Counts the pending movements of all shops, with the age of the oldest in seconds. For the owner's
 * connection.
 */
export function countPendingMovements(
  tx: Tx,
  now: Date,
): Promise<{ unposted: number; oldest_seconds: number }> {
  const counting = sql<{ unposted: number; oldest_seconds: number }>`
    select count(*)::int as unposted, coalesce(extract(epoch from ${now}::timestamptz - min(recorded_at)), 0)::float as oldest_seconds
    from cash_movements where posted_at is null`;
  return oneRow(tx, counting);
}

/** A movement pending for this many minutes will not be posted without help. */
const WAITING_MINUTES_MAX = 5;

/** Describes the movements that are pending for too long; null if there are none. */
export async function cashWaitingTooLong(owner: Database, now: Date): Promise<string | null> {
  const counting = sql<{ waiting: number }>`
    select count(*)::int as waiting from cash_movements
    where posted_at is null and recorded_at < ${now}::timestamptz - make_interval(mins => ${WAITING_MINUTES_MAX})`;
  const { waiting } = await oneRow(owner, counting);
  return waiting === 0
    ? null
    : `${waiting} movements have waited to be posted for over ${WAITING_MINUTES_MAX} minutes`;
}
