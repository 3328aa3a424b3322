import { staffOf } from '../identity/find-staff.ts';
import type { Operation } from '../operations/operation.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { readReason } from '../platform/read-reason.ts';
import { assertBookable, type Bookable, type Booked, bookedOf, bookingChange, postBooked } from './booked.ts';
import type { Posted } from './movements.ts';

export type Adjustment = {
  user_id: string;
  /** What the person holds more than the book said; below zero when less. Not 0, at most 1,000,000,000 either way. */
  amount_fils: number;
  /** In words, 1 to 500 characters. */
  reason: string;
};

/**
 * Corrects what somebody of the shop holds, disabled or not, with the reason kept beside the movement. Fails as a whole. Throws
 * `invalid_amount`, `invalid_input`, `not_found`.
 */
export async function adjustCash(
  tx: Tx,
  { shop_id }: Actor,
  { user_id, amount_fils, ...given }: Adjustment,
  { command_id, now, changed }: Operation,
): Promise<Booked> {
  assertBookable(Math.abs(amount_fils));
  const reason = readReason(given.reason);
  const { full_name } = await staffOf(tx, shop_id, user_id);
  const booking = { id: tx.newId(), shop_id, user_id, amount_fils, reason, command_id, occurred_at: now };
  const posted = await bookAdjustment(tx, booking);
  changed({ ...bookingChange('adjust_cash', booking), personal_fields: ['reason'] });
  return bookedOf(booking, full_name, posted);
}

/** Books an adjustment once for each id. Null when this very one was booked before. */
export async function bookAdjustment(
  tx: Tx,
  adjustment: Bookable & { reason: string },
): Promise<Posted | null> {
  const booked = await tx
    .insertInto('cash_adjustments')
    .values(adjustment)
    .onConflict((conflict) => conflict.columns(['shop_id', 'id']).doNothing())
    .executeTakeFirst();
  if (booked.numInsertedOrUpdatedRows === 0n) return null;
  return postBooked(tx, adjustment, 'adjustment', { holder: 'adjustment' });
}
