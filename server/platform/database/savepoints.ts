import { sql } from 'kysely';
import type { Tx } from './database.ts';
import { isRetryable } from './transactions.ts';

/**
 * Runs `work` in a savepoint and answers `fallback` when it fails, with the transaction still usable. What concerns the whole
 * transaction (serialization failures, deadlocks, shutdowns, broken connections) is thrown on: after a deadlock both
 * ROLLBACK TO and COMMIT succeed, and half of the work would be lost silently.
 */
export async function orElse<T>(tx: Tx, work: () => Promise<T>, fallback: (error: unknown) => T): Promise<T> {
  const begun = sql`savepoint attempt`.execute(tx);
  try {
    // In one go with the first of the work; nothing else may be asked of the transaction meanwhile.
    const [value] = await Promise.all([work(), begun]);
    await sql`release savepoint attempt`.execute(tx);
    return value;
  } catch (error) {
    if (isRetryable(error)) throw error;
    await sql`rollback to savepoint attempt`.execute(tx);
    return fallback(error);
  }
}
