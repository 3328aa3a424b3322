import { isFils, MAX_AMOUNT_FILS } from '../../contract/rules/money.ts';
import { Problem } from '../platform/problem.ts';

/** What an operator booked: answered, and answered again for the same id. */
export type Booked = {
  user_id: string;
  full_name: string;
  /** Below zero when the person holds less. */
  amount_fils: number;
  /** What the person holds now; null when it was booked before. */
  new_total_fils: number | null;
};

/** Throws `invalid_amount` for nothing, and for more than is ever moved at once. */
export function assertBookable(amount_fils: number): void {
  const possible = isFils(amount_fils) && amount_fils >= 1 && amount_fils <= MAX_AMOUNT_FILS;
  if (!possible) throw new Problem('invalid_amount');
}

/** What a booking is for the audit, and for the desk and whose cash it is. */
export function bookingOf(id: string, facts: { user_id: string; amount_fils: number }) {
  const touched = [{ topic: 'cash', audience: 'desk', user_ids: [facts.user_id] }] as const;
  return { subject_id: id, before: null, after: facts, touched };
}
