/**
 * The choices of an end of day with a difference: it stays with the driver, or it is a shortage or an over.
 */
export const DIFFERENCE_CHOICES = ['kept', 'short_or_over'] as const;
export type DifferenceChoice = (typeof DIFFERENCE_CHOICES)[number];

/** The results of that choice: `undecided` until the desk can book it. */
export const DIFFERENCE_OUTCOMES = ['kept', 'booked', 'undecided'] as const;

/** The accounts of a person next to cash on hand (ruling H6). */
export const ACCOUNTS = ['shortage', 'over'] as const;
export type Account = (typeof ACCOUNTS)[number];

/** The reasons why a difference cannot be booked yet. */
export const DIFFERENCE_BLOCKERS = ['unsent', 'missing', 'waiting', 'expenses', 'corrections'] as const;
export type DifferenceBlocker = (typeof DIFFERENCE_BLOCKERS)[number];

/**
 * The ways to settle an account: paid, deducted from the salary, written off, or cancelled by a late
 * delivery.
 */
export const SETTLEMENT_KINDS = ['payment', 'salary', 'loss', 'late_delivery'] as const;
export const WRITE_OFF_GROUNDS = ['salary', 'loss'] as const;
