import { BEGIN, type Database, runTransaction, type Tx } from '../platform/database/database.ts';
import { type Sql, sql } from '../platform/database/sql.ts';
import { errorCode } from '../platform/error-code.ts';
import { accounts } from './accounts/verify-accounts.ts';
import type { CashCheck, CashDifference, CashSource } from './cash-difference.ts';
import { replyCheck, unexplainedReplies } from './reply-check.ts';
import { balances, sourceCheck, unexplained, waiting } from './verify-movements.ts';
import { adjustments, issues, operatorCommands } from './verify-operator-commands.ts';

export type VerificationProgress = { done: number; of: number };

/**
 * Verifies the cash book in one read-only snapshot, with the checks of cash itself and those of the domains:
 *
 * - each balance is the sum of its posted movements;
 * - for each shop the sum of all balances is the net cash from all other holders;
 * - each person's shortage and over are the booked differences less their settlements;
 * - every source has exactly its movement, and there are no other movements;
 * - records, stored replies, orders and their history agree on who did what, when and under which command.
 *
 * Returns every difference; none means that nothing contradicts the book (decision 92 lists the faults that
 * cannot be detected). Pending movements are reported as `waiting`, which is no damage.
 */
export async function verifyBook(
  owner: Database,
  handed: Handed,
  on_progress: (proofs: VerificationProgress) => void,
): Promise<CashDifference[]> {
  const checks = checksOf(handed);
  try {
    return await findDifferences(owner, checks, PROCESSES, on_progress);
  } catch (error) {
    if (!isOfResources(error)) throw error;
    return findDifferences(owner, checks, ALONE, on_progress);
  }
}

/** The parts of the domains: sources of movements, further stored replies with their records, and checks. */
type Handed = {
  sources: readonly CashSource[];
  replies: readonly NonNullable<CashSource['replies']>[];
  checks: readonly CashCheck[];
};

/**
 * Whole tables are compared, in memory if they fit. Two parallel workers, if the server has some, take
 * together at most twice as much memory as one process alone.
 */
const PROCESSES = sql`select set_config('max_parallel_workers_per_gather', '2', true), set_config('work_mem', '32MB', true),
  set_config('parallel_setup_cost', '0', true), set_config('parallel_tuple_cost', '0.001', true)`;
const ALONE = sql`select set_config('max_parallel_workers_per_gather', '0', true), set_config('work_mem', '64MB', true)`;

/**
 * True for an error due to a lack of resources: parallel workers share memory that a small container may not
 * have.
 */
function isOfResources(error: unknown): boolean {
  return errorCode(error).startsWith('53');
}

function findDifferences(
  owner: Database,
  checks: readonly CashCheck[],
  processes: Sql<unknown>,
  on_progress: (proofs: VerificationProgress) => void,
): Promise<CashDifference[]> {
  const inOneSnapshot = async (tx: Tx) => {
    await processes.execute(tx);
    const found: CashDifference[] = [];
    for (const [done, check] of checks.entries()) {
      on_progress({ done, of: checks.length });
      found.push(...(await check.execute(tx)).rows);
    }
    return found;
  };
  return runTransaction(owner, inOneSnapshot, BEGIN.snapshot);
}

function checksOf({ checks: others, ...handed }: Handed): CashCheck[] {
  const sources = [...handed.sources, adjustments, issues];
  const answers = [...sources.flatMap((source) => source.replies ?? []), ...handed.replies];
  return [
    balances,
    accounts,
    ...sources.map(sourceCheck),
    unexplained(sources),
    ...answers.map(replyCheck),
    unexplainedReplies(answers),
    operatorCommands,
    ...sources.flatMap((source) => source.checks ?? []),
    ...others,
    waiting,
  ];
}
