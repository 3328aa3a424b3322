/** Why a session is over, as the refusal of its refresh says it (ruling G8). */
export const SESSION_ENDS = [
  /** Too many days without use. */
  'unused',
  /** Too many days in all. */
  'age',
  'signed_out',
  'password_changed',
  'disabled',
  /** An old refresh token came back: somebody may hold a copy. */
  'token_copied',
] as const;
export type SessionEnd = (typeof SESSION_ENDS)[number];

/** The end after so many days in all is announced this long ahead, in ms. */
export const ANNOUNCED_MS = 7 * 24 * 3_600_000;
