/** The changes that need a second person (ruling H7). */
export const APPROVAL_KINDS = ['adjustment', 'issue', 'float', 'write_off', 'void'] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

export const APPROVAL_OUTCOMES = ['approved', 'refused', 'withdrawn'] as const;
export type ApprovalOutcome = (typeof APPROVAL_OUTCOMES)[number];

/** A request without a decision expires after this time, in ms. */
export const APPROVAL_EXPIRES_AFTER_MS = 24 * 60 * 60 * 1000;

/** The kinds of records that can be voided. A collection is a handover. */
export const VOIDABLE_RECORDS = ['handover', 'deposit', 'float'] as const;
export type VoidableRecord = (typeof VOIDABLE_RECORDS)[number];

/** Why a record cannot be voided any more; the reference names the later record. */
export const VOID_BLOCKERS = ['below_zero', 'machine_moved', 'later_end_of_day', 'settled'] as const;
export type VoidBlocker = (typeof VOID_BLOCKERS)[number];
