import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import type { CashDifference } from './cash-difference.ts';
import { deliveryAnswers, depositAnswers, handoverAnswers, unexplainedAnswers } from './verify-answers.ts';
import { balances, shopTotals } from './verify-balances.ts';
import { amountsDue, deliveryHistory, formerAmounts } from './verify-history.ts';
import { unexplained, waiting } from './verify-movements.ts';
import { operatorCommands } from './verify-operator-commands.ts';
import { completedOrders, takenAmounts } from './verify-orders.ts';
import { deliveryRecords, depositRecords, handoverRecords, storePayments } from './verify-records.ts';
import { adjustments, deliveries, deposits, handovers, issues } from './verify-sources.ts';

const CHECKS = [
  balances,
  shopTotals,
  deliveries,
  handovers,
  deposits,
  adjustments,
  issues,
  unexplained,
  deliveryAnswers,
  handoverAnswers,
  depositAnswers,
  unexplainedAnswers,
  operatorCommands,
  deliveryRecords,
  handoverRecords,
  depositRecords,
  storePayments,
  completedOrders,
  takenAmounts,
  deliveryHistory,
  formerAmounts,
  amountsDue,
  waiting,
];

/**
 * Proves the cash book in one snapshot, read-only: each balance is the sum of its posted movements; for each shop the sum over
 * staff is what came from customers less what went to the bank plus opening, safe and adjustment, net; every
 * source has exactly its movement, and no other; records, stored answers, orders and their history tell the same of who did
 * what, when and under which command. Answers every difference; none means that nothing contradicts the book (0023 says what
 * cannot be seen). A movement that waits to be posted is reported as `waiting`, which is no damage.
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
      // Whole tables are compared: in memory, where they fit.
      await sql`set local work_mem = '64MB'`.execute(tx);
      const found: CashDifference[] = [];
      for (const [done, check] of CHECKS.entries()) {
        on_progress({ done, of: CHECKS.length });
        found.push(...(await check.execute(tx)).rows);
      }
      return found;
    });
}
