import { staffOf } from '../identity/find-staff.ts';
import type { Operation } from '../operations/operation.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';
import { assertBookable, type Booked, bookingOf } from './booked.ts';
import { type Posted, postMovement } from './movements.ts';

type Issue = {
  user_id: string;
  /** 1 to 1,000,000,000. */
  amount_fils: number;
};

/**
 * Books float from the safe to somebody of the shop who may sign in (ruling A7). Fails as a whole. Throws `invalid_amount`,
 * `not_found`, `staff_disabled`.
 */
export async function issueCash(
  tx: Tx,
  { shop_id }: Actor,
  { user_id, amount_fils }: Issue,
  { command_id, now, changed }: Operation,
): Promise<Booked> {
  assertBookable(amount_fils);
  const { full_name, email, disabled_at } = await staffOf(tx, shop_id, user_id);
  if (disabled_at !== null) throw Problem.about('staff_disabled', { email });
  const id = tx.newId();
  const issue = { id, shop_id, user_id, amount_fils, command_id, occurred_at: now };
  const posted = await bookIssue(tx, issue);
  const facts = { user_id, amount_fils };
  changed({ ...bookingOf(id, facts), what: 'issue_cash' });
  return { full_name, ...facts, new_total_fils: posted?.to_total_fils ?? null };
}

type Bookable = Issue & {
  /** Made once by whoever asks: the transaction may run again after a commit whose answer was lost. */
  id: string;
  shop_id: number;
  /** Absent where no command asked for it, as for the demo. */
  command_id?: string | null;
  occurred_at: Date;
};

/** Books an issue once for each id. Null when this very one was booked before. */
export async function bookIssue(tx: Tx, issue: Bookable): Promise<Posted | null> {
  const { id, shop_id, user_id, amount_fils, command_id = null, occurred_at } = issue;
  const booked = await tx
    .insertInto('cash_issues')
    .values({ id, shop_id, user_id, amount_fils, command_id, occurred_at })
    .onConflict((conflict) => conflict.columns(['shop_id', 'id']).doNothing())
    .executeTakeFirst();
  if (booked.numInsertedOrUpdatedRows === 0n) return null;
  return postMovement(tx, {
    shop_id,
    from: { holder: 'safe' },
    to: { holder: 'staff', user_id },
    amount_fils,
    reason: 'issue',
    source_type: 'cash_issue',
    source_id: id,
    command_id,
    occurred_at,
    may_wait: false,
  });
}
