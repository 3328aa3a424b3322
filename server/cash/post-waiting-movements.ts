import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import type { Log } from '../platform/log.ts';

const BATCH = 500;

/**
 * Posts what a delivery recorded but could not put into the balances (ruling A4). Every movement in a transaction of
 * its own, so that one that still fails holds up no other; `apply_movement` posts each at most once, whoever runs it.
 * Answers how many were posted and how many still wait.
 */
export async function postWaitingMovements(
  owner: Database,
  log: Log,
): Promise<{ posted: number; failed: number }> {
  let posted = 0;
  let failed = 0;
  let after = { shop_id: 0, id: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const waiting = await owner
      .selectFrom('cash_movements')
      .select(['shop_id', 'id'])
      .where('posted_at', 'is', null)
      .where((where) => where(where.refTuple('shop_id', 'id'), '>', where.tuple(after.shop_id, after.id)))
      .orderBy('shop_id')
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const movement of waiting) {
      try {
        await inTransaction(owner, (tx) =>
          sql`select apply_movement(${movement.shop_id}, ${movement.id}::uuid)`.execute(tx),
        );
        posted += 1;
      } catch (error) {
        failed += 1;
        log.error({ err: error, ...movement }, 'a movement still cannot be posted');
      }
      after = movement;
    }
    if (waiting.length < BATCH) return { posted, failed };
  }
}
