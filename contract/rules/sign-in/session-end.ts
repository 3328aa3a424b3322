/** The reasons why a session has ended, as reported when its refresh is refused. */
export const SESSION_ENDS = [
  /** Unused for too many days. */
  'unused',
  /** Open for too many days in all. */
  'age',
  'signed_out',
  'password_changed',
  'disabled',
  /** A used refresh token was sent again: another person may have a copy. */
  'token_copied',
] as const;
export type SessionEnd = (typeof SESSION_ENDS)[number];

/** The time in ms before a session's end by age at which the app announces it. */
export const ANNOUNCED_MS = 7 * 24 * 3_600_000;
