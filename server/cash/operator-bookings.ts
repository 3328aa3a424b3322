import { isFils, MAX_AMOUNT_FILS } from '../../contract/rules/amounts/money.ts';
import { staffOf } from '../identity/find-staff.ts';
import type { Operation } from '../operations/operation.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { addUnlessThere } from '../platform/database/rows.ts';
import { Problem } from '../platform/problem.ts';
import { type Holder, type Posted, postMovement } from './movements.ts';

/** The reply to an operator's booking; a repeated command ID returns the same reply. */
export type Booked = {
  user_id: string;
  full_name: string;
  /** Negative if the person's cash decreases. */
  amount_fils: number;
  /** The person's cash after the booking; null if it was booked before. */
  new_total_fils: number | null;
};

/** The row of an issue or an adjustment. */
type Bookable = {
  id: string;
  shop_id: number;
  user_id: string;
  /** Negative if the person's cash decreases. */
  amount_fils: number;
  /** Absent without a command, for example in the demo data. */
  command_id?: string | null;
  /** The approval that adds it; the command is then the one of the decision. */
  approval_id?: string;
  occurred_at: Date;
};

/** Throws `invalid_amount` for zero and for more than the maximum of a movement. */
export function assertBookable(amount_fils: number): void {
  const possible = isFils(amount_fils) && amount_fils >= 1 && amount_fils <= MAX_AMOUNT_FILS;
  if (!possible) throw new Problem('invalid_amount');
}

/** Moves the booked amount between the person and `beyond`. Fails as a whole. */
function postBooked(
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

function bookedOf({ user_id, amount_fils }: Bookable, full_name: string, posted: Posted | null): Booked {
  const new_total_fils = (amount_fils > 0 ? posted?.to_total_fils : posted?.from_total_fils) ?? null;
  return { user_id, full_name, amount_fils, new_total_fils };
}

type Issue = {
  user_id: string;
  /** 1 to 1,000,000,000. */
  amount_fils: number;
};

/** Books float from the safe to an enabled user. Throws `invalid_amount`, `not_found`, `staff_disabled`. */
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
  changed({
    what: 'issue_cash',
    subject_id: booking.id,
    after: { user_id, amount_fils },
    touched: [{ topic: 'cash', audience: 'desk', user_ids: [user_id] }],
  });
  return bookedOf(booking, full_name, posted);
}

/** Books an issue. Returns null if this id was booked before. */
export async function bookIssue(tx: Tx, issue: Bookable): Promise<Posted | null> {
  const is_new = await addUnlessThere(tx, 'cash_issues', rowOf(issue), ['shop_id', 'id']);
  return is_new ? postBooked(tx, issue, 'issue', { holder: 'safe' }) : null;
}

/** Books an adjustment. Returns null if this id was booked before. */
export async function bookAdjustment(
  tx: Tx,
  adjustment: Bookable & { reason: string },
): Promise<Posted | null> {
  const is_new = await addUnlessThere(tx, 'cash_adjustments', rowOf(adjustment), ['shop_id', 'id']);
  return is_new ? postBooked(tx, adjustment, 'adjustment', { holder: 'adjustment' }) : null;
}

/**
 * The command of an approved booking is in its decision: the row's own refers to a command of the operator.
 */
function rowOf<Row extends Bookable>(booking: Row): Row {
  return booking.approval_id === undefined ? booking : { ...booking, command_id: null };
}
