import type { Database } from '../platform/database.ts';
import type { CashDifference } from './cash-difference.ts';
import { balances, shopTotals } from './verify-balances.ts';
import { unexplained, waiting } from './verify-movements.ts';
import { adjustments, deliveries, deposits, handovers } from './verify-sources.ts';

/**
 * Proves the cash book in one snapshot, read-only: each balance is the sum of its posted movements; for each shop the sum over
 * staff is what came from customers less what went to the bank plus opening, safe and adjustment, net; and every
 * source has exactly its movements with the right amounts, and no others. Answers every difference; none means that
 * the book is right. A movement that waits to be posted is reported as `waiting`, which is no damage.
 */
export async function verifyCash(
  owner: Database,
  on_progress: (proofs: { done: number; of: number }) => void = () => undefined,
): Promise<CashDifference[]> {
  return owner
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const checks = [
        balances,
        shopTotals,
        deliveries,
        handovers,
        deposits,
        adjustments,
        unexplained,
        waiting,
      ];
      const found: CashDifference[] = [];
      for (const [done, check] of checks.entries()) {
        on_progress({ done, of: checks.length });
        found.push(...(await check.execute(tx)).rows);
      }
      return found;
    });
}
