import type { AuditRowName } from '../../contract/operations/audited.ts';
import { isFils, MAX_AMOUNT_FILS } from '../../contract/rules/amounts/money.ts';
import { staffOf } from '../identity/find-staff.ts';
import type { Change, Operation } from '../operations/operation.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { addUnlessThere } from '../platform/database/rows.ts';
import { Problem } from '../platform/problem.ts';
import { readReason } from '../platform/read-reason.ts';
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

/** Describes a booking for the audit, and notifies the desk and the person. */
function bookingChange(what: AuditRowName, { id, user_id, amount_fils }: Bookable): Change {
  const touched = [{ topic: 'cash', audience: 'desk', user_ids: [user_id] }] as const;
  return { what, subject_id: id, after: { user_id, amount_fils }, touched };
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
  changed(bookingChange('issue_cash', booking));
  return bookedOf(booking, full_name, posted);
}

/** Books an issue. Returns null if this id was booked before. */
export async function bookIssue(tx: Tx, issue: Bookable): Promise<Posted | null> {
  const is_new = await addUnlessThere(tx, 'cash_issues', rowOf(issue), ['shop_id', 'id']);
  return is_new ? postBooked(tx, issue, 'issue', { holder: 'safe' }) : null;
}

export type Adjustment = {
  user_id: string;
  /** The excess over the cash book; negative for a shortage. Not 0, at most 1,000,000,000 either way. */
  amount_fils: number;
  /** 1 to 500 characters. */
  reason: string;
};

/**
 * Corrects a user's cash, disabled or not, and stores the reason. Throws `invalid_amount`, `invalid_input`,
 * `not_found`.
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
