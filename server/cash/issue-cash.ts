import { staffOf } from '../identity/find-staff.ts';
import type { Operation } from '../operations/operation.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';
import { assertBookable, type Bookable, type Booked, bookedOf, bookingChange, postBooked } from './booked.ts';
import type { Posted } from './movements.ts';

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
  const booking = { id: tx.newId(), shop_id, user_id, amount_fils, command_id, occurred_at: now };
  const posted = await bookIssue(tx, booking);
  changed(bookingChange('issue_cash', booking));
  return bookedOf(booking, full_name, posted);
}

/** Books an issue once for each id. Null when this very one was booked before. */
export async function bookIssue(tx: Tx, issue: Bookable): Promise<Posted | null> {
  const booked = await tx
    .insertInto('cash_issues')
    .values(issue)
    .onConflict((conflict) => conflict.columns(['shop_id', 'id']).doNothing())
    .executeTakeFirst();
  if (booked.numInsertedOrUpdatedRows === 0n) return null;
  return postBooked(tx, issue, 'issue', { holder: 'safe' });
}
