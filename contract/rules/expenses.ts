/** Expenses that a person pays from the cash that they hold for the shop. */

/** The kinds that every shop knows; a shop allows some of them, and may add kinds by its own names. */
export const EXPENSE_KINDS = ['parking', 'fuel', 'toll', 'car_wash', 'other'] as const;
export type ExpenseKind = (typeof EXPENSE_KINDS)[number];

/** A refund to the customer of an order, by an Admin or a Manager only. */
export const CUSTOMER_REFUND = 'customer_refund';

/** The greatest number of kinds that a shop allows. */
export const EXPENSE_KINDS_MAX = 20;
export const EXPENSE_KIND_MAX = 60;
export const EXPENSE_NOTE_MAX = 500;

/** True for a kind that does not describe the expense without a note. */
export function needsNote(kind: string): boolean {
  return kind === 'other';
}
