import { isFils, MAX_AMOUNT_FILS } from '../../contract/rules/money.ts';
import type { Change } from '../operations/operation.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';
import { type Holder, type Posted, postMovement } from './movements.ts';

/** What an operator booked: answered, and answered again for the same id. */
export type Booked = {
  user_id: string;
  full_name: string;
  /** Below zero when the person holds less. */
  amount_fils: number;
  /** What the person holds now; null when it was booked before. */
  new_total_fils: number | null;
};

/** An issue or an adjustment as its row has it. */
export type Bookable = {
  id: string;
  shop_id: number;
  user_id: string;
  /** Below zero when the person holds less. */
  amount_fils: number;
  /** Absent where no command asked for it, as for the demo. */
  command_id?: string | null;
  occurred_at: Date;
};

/** Throws `invalid_amount` for nothing, and for more than is ever moved at once. */
export function assertBookable(amount_fils: number): void {
  const possible = isFils(amount_fils) && amount_fils >= 1 && amount_fils <= MAX_AMOUNT_FILS;
  if (!possible) throw new Problem('invalid_amount');
}

/** Moves what a row says between the person and `beyond`. Fails as a whole. */
export function postBooked(
  tx: Tx,
  { id, shop_id, user_id, amount_fils, command_id = null, occurred_at }: Bookable,
  reason: 'issue' | 'adjustment',
  beyond: Holder,
): Promise<Posted> {
  const person: Holder = { holder: 'staff', user_id };
  return postMovement(tx, {
    shop_id,
    from: amount_fils > 0 ? beyond : person,
    to: amount_fils > 0 ? person : beyond,
    amount_fils: Math.abs(amount_fils),
    reason,
    source_type: `cash_${reason}`,
    source_id: id,
    command_id,
    occurred_at,
    may_wait: false,
  });
}

/** What is answered of a booking. */
export function bookedOf(
  { user_id, amount_fils }: Bookable,
  full_name: string,
  posted: Posted | null,
): Booked {
  const new_total_fils = (amount_fils > 0 ? posted?.to_total_fils : posted?.from_total_fils) ?? null;
  return { user_id, full_name, amount_fils, new_total_fils };
}

/** What a booking is for the audit, and for the desk and whose cash it is. */
export function bookingChange(what: string, { id, user_id, amount_fils }: Bookable): Change {
  const touched = [{ topic: 'cash', audience: 'desk', user_ids: [user_id] }] as const;
  return { what, subject_id: id, before: null, after: { user_id, amount_fils }, touched };
}
