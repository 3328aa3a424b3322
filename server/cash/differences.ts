import type { Account } from '../../contract/rules/differences.ts';
import type { Operator, Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { addUnlessThere, oneRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { type Holder, postMovement } from './movements.ts';

/** The decision about the difference of an end of day, or of a correction of cash that was handed over. */
type Decision = ({ handover_id: string } | { correction_id: string }) & {
  user_id: string;
  /** Null if the person keeps the difference, or nothing of it is left. */
  account: Account | null;
  /** Above 0 with an account, else 0. */
  amount_fils: number;
  reason: string | null;
};

/**
 * Stores the decision about a difference and books it: a shortage from the person's cash to their shortage,
 * an over from their over to their cash (ruling H6). Returns its id; null if the difference was decided
 * before.
 */
export async function bookDifference(
  tx: Tx,
  actor: Staff | Operator,
  { account, ...decision }: Decision,
  { command_id, now }: { command_id: string; now: Date },
): Promise<string | null> {
  const { shop_id } = actor;
  const id = tx.newId();
  const decided_by = actor.kind === 'staff' ? actor.user_id : null;
  const row = { shop_id, id, ...decision, kind: account ?? 'none', decided_by, command_id, recorded_at: now };
  const about = 'handover_id' in decision ? 'handover_id' : 'correction_id';
  if (!(await addUnlessThere(tx, 'cash_differences', row, ['shop_id', about]))) return null;
  if (account === null) return id;
  const { user_id, amount_fils } = decision;
  const person: Holder = { holder: 'staff', user_id };
  const own: Holder = { holder: account, of_user_id: user_id };
  await postMovement(tx, {
    shop_id,
    ...(account === 'shortage' ? { from: person, to: own } : { from: own, to: person }),
    amount_fils,
    reason: 'difference',
    source_type: 'cash_difference',
    source_id: id,
    command_id,
    occurred_at: now,
    may_wait: false,
  });
  return id;
}

/**
 * Locks a difference until the transaction ends, and returns what is left of it, in fils. Locked after the
 * balances of the people whose cash it changes.
 */
export async function lockDifference(tx: Tx, shop_id: number, difference_id: string): Promise<number> {
  const locking = sql<{ open_fils: number }>`
    select lock_difference(${shop_id}, ${difference_id}::uuid) as open_fils`;
  return (await oneRow(tx, locking)).open_fils;
}

/** Returns the shortages and overs of a person that are not settled, added up, in fils. */
export async function openDifferencesOf(tx: Tx, shop_id: number, user_id: string): Promise<number> {
  const summing = sql<{ open_fils: number }>`
    select open_differences(${shop_id}, ${user_id}::uuid) as open_fils`;
  return (await oneRow(tx, summing)).open_fils;
}

/** Returns what is open of a person's shortages or overs, in fils. */
export async function openAccountOf(
  tx: Tx,
  shop_id: number,
  account: Account,
  user_id: string,
): Promise<number> {
  const summing = sql<{ open_fils: number }>`
    select coalesce(sum(case when to_holder = 'shortage' or from_holder = 'over' then amount_fils else -amount_fils end), 0)::bigint
      as open_fils
    from cash_movements
    where shop_id = ${shop_id} and account_user_id = ${user_id}::uuid and ${account} in (from_holder, to_holder)`;
  return (await oneRow(tx, summing)).open_fils;
}

/** Returns what is still open of all shortages of a shop, in fils. */
export async function openShortages(tx: Tx, shop_id: number): Promise<number> {
  const summing = sql<{ short_fils: number }>`
    select coalesce(sum(case to_holder when 'shortage' then amount_fils else -amount_fils end), 0)::bigint as short_fils
    from cash_movements
    where shop_id = ${shop_id} and account_user_id is not null and 'shortage' in (from_holder, to_holder)`;
  return (await oneRow(tx, summing)).short_fils;
}
