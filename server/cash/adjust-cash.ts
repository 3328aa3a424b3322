import { staffOf } from '../identity/find-staff.ts';
import type { Operation } from '../operations/operation.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { readReason } from '../platform/read-reason.ts';
import { assertBookable, type Booked, bookingOf } from './booked.ts';
import { type Posted, postMovement } from './movements.ts';

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
  const id = tx.newId();
  const adjustment = { id, shop_id, user_id, amount_fils, reason, command_id, occurred_at: now };
  const posted = await bookAdjustment(tx, adjustment);
  const facts = { user_id, amount_fils };
  changed({ ...bookingOf(id, facts), what: 'adjust_cash', personal_fields: ['reason'] });
  const new_total_fils = (amount_fils > 0 ? posted?.to_total_fils : posted?.from_total_fils) ?? null;
  return { full_name, ...facts, new_total_fils };
}

type Bookable = Adjustment & {
  /** Made once by whoever asks: the transaction may run again after a commit whose answer was lost. */
  id: string;
  shop_id: number;
  /** Absent where no command asked for it. */
  command_id?: string | null;
  occurred_at: Date;
};

/** Books an adjustment once for each id. Null when this very one was booked before. */
export async function bookAdjustment(tx: Tx, adjustment: Bookable): Promise<Posted | null> {
  const { id, shop_id, user_id, amount_fils, reason, command_id = null, occurred_at } = adjustment;
  const booked = await tx
    .insertInto('cash_adjustments')
    .values({ id, shop_id, user_id, amount_fils, reason, command_id, occurred_at })
    .onConflict((conflict) => conflict.columns(['shop_id', 'id']).doNothing())
    .executeTakeFirst();
  if (booked.numInsertedOrUpdatedRows === 0n) return null;
  const person = { holder: 'staff' as const, user_id };
  const beyond = { holder: 'adjustment' as const };
  return postMovement(tx, {
    shop_id,
    from: amount_fils > 0 ? beyond : person,
    to: amount_fils > 0 ? person : beyond,
    amount_fils: Math.abs(amount_fils),
    reason: 'adjustment',
    source_type: 'cash_adjustment',
    source_id: id,
    command_id,
    occurred_at,
    may_wait: false,
  });
}
