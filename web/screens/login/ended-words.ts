import type { Ended } from '../../session/session-types.ts';

/** Why somebody finds the sign-in form instead of what they were at. */
const WHY: Record<Ended, string> = {
  unused: 'This device had not been used for a long time.',
  age: 'Everybody signs in again from time to time, and it was time.',
  signed_out: 'This device was signed out from another one.',
  password_changed: 'Your password was changed. Sign in with the new one.',
  disabled: 'This account has been disabled. Please ask your manager.',
  token_copied:
    'Something that only this device should know was used twice. If you cannot explain that, change your password.',
  unknown: 'Please sign in again.',
};

/** What waits was never gone: it is sent for nobody but the person who made it (ruling E2). */
export const UNSENT_WAITS =
  'Anything not sent yet stays on this device and goes out once you sign in here again.';

export function whyEnded(ended: Ended): string {
  return WHY[ended];
}
