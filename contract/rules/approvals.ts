/** The changes that need a second person (ruling H7). */
export const APPROVAL_KINDS = [
  'adjustment',
  'issue',
  'float',
  'write_off',
  'void',
  'expense',
  'unpaid',
  'waiver',
  'correction',
] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

export const APPROVAL_OUTCOMES = ['approved', 'refused', 'withdrawn'] as const;
export type ApprovalOutcome = (typeof APPROVAL_OUTCOMES)[number];

const DAY_MS = 24 * 60 * 60 * 1000;

/** Kinds of requests about what a driver or a customer has done already; they expire later. */
export const LATER_EXPIRING_KINDS: readonly string[] = ['waiver', 'expense', 'correction'];

/** Returns the time after which a request without a decision expires, in ms. */
export function approvalExpiresAfterMs(kind: string): number {
  return LATER_EXPIRING_KINDS.includes(kind) ? 90 * DAY_MS : DAY_MS;
}

/** The outcome of a driver's request as the driver reads it. */
export const REQUEST_STATES = ['pending', ...APPROVAL_OUTCOMES, 'expired'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** The kinds of records that can be voided. A collection is a handover. */
export const VOIDABLE_RECORDS = ['handover', 'deposit', 'float'] as const;
export type VoidableRecord = (typeof VOIDABLE_RECORDS)[number];

/** Why a record cannot be voided any more; the reference names the later record. */
export const VOID_BLOCKERS = ['below_zero', 'machine_moved', 'later_end_of_day', 'settled'] as const;
export type VoidBlocker = (typeof VOID_BLOCKERS)[number];
