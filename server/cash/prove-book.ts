import { BEGIN, type Database, runTransaction, type Tx } from '../platform/database/database.ts';
import { type Sql, sql } from '../platform/database/sql.ts';
import { errorCode } from '../platform/error-code.ts';
import { answerCheck, unexplainedAnswers } from './answer-check.ts';
import type { CashCheck, CashDifference, CashSource } from './cash-difference.ts';
import { balances, sourceCheck, unexplained, waiting } from './verify-movements.ts';
import { adjustments, issues, operatorCommands } from './verify-operator-commands.ts';

export type Proofs = { done: number; of: number };

/**
 * Proves the cash book in one snapshot, read-only, by what cash knows itself and what the domains hand it: each balance is the sum of its posted movements; for each shop the sum over
 * staff is what came from customers less what went to the bank plus opening, safe and adjustment, net; every
 * source has exactly its movement, and no other; records, stored answers, orders and their history tell the same of who did
 * what, when and under which command. Answers every difference; none means that nothing contradicts the book (0023 says what
 * cannot be seen). A movement that waits to be posted is reported as `waiting`, which is no damage.
 */
export async function proveBook(
  owner: Database,
  handed: { sources: readonly CashSource[]; checks: readonly CashCheck[] },
  on_progress: (proofs: Proofs) => void,
): Promise<CashDifference[]> {
  const checks = checksOf([...handed.sources, adjustments, issues], handed.checks);
  try {
    return await findDifferences(owner, checks, PROCESSES, on_progress);
  } catch (error) {
    if (!isOfResources(error)) throw error;
    return findDifferences(owner, checks, ALONE, on_progress);
  }
}

/**
 * Whole tables are compared: in memory, where they fit. Two processes beside the session's own, where the server has some to give,
 * take together no more than twice what one takes alone.
 */
const PROCESSES = sql`select set_config('max_parallel_workers_per_gather', '2', true), set_config('work_mem', '32MB', true),
  set_config('parallel_setup_cost', '0', true), set_config('parallel_tuple_cost', '0.001', true)`;
const ALONE = sql`select set_config('max_parallel_workers_per_gather', '0', true), set_config('work_mem', '64MB', true)`;

/** Processes share memory that a small container may not have. */
function isOfResources(error: unknown): boolean {
  return errorCode(error).startsWith('53');
}

function findDifferences(
  owner: Database,
  checks: readonly CashCheck[],
  processes: Sql<unknown>,
  on_progress: (proofs: Proofs) => void,
): Promise<CashDifference[]> {
  const inOneState = async (tx: Tx) => {
    await processes.execute(tx);
    const found: CashDifference[] = [];
    for (const [done, check] of checks.entries()) {
      on_progress({ done, of: checks.length });
      found.push(...(await check.execute(tx)).rows);
    }
    return found;
  };
  return runTransaction(owner, inOneState, BEGIN.snapshot);
}

function checksOf(sources: readonly CashSource[], others: readonly CashCheck[]): CashCheck[] {
  const answers = sources.flatMap((source) => source.answers ?? []);
  return [
    balances,
    ...sources.map(sourceCheck),
    unexplained(sources),
    ...answers.map(answerCheck),
    unexplainedAnswers(answers),
    operatorCommands,
    ...sources.flatMap((source) => source.checks ?? []),
    ...others,
    waiting,
  ];
}
