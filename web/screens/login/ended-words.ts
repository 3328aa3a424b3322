import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Ended } from '../../session/session-types.ts';
import { say } from '../../words/i18n.ts';

/** Why somebody finds the sign-in form instead of what they were at. */
const WHY: Record<Ended, MessageDescriptor> = {
  unused: msg`This device had not been used for a long time.`,
  age: msg`Everybody signs in again from time to time, and it was time.`,
  signed_out: msg`This device was signed out from another one.`,
  password_changed: msg`Your password was changed. Sign in with the new one.`,
  disabled: msg`This account has been disabled. Please ask your manager.`,
  token_copied: msg`Something that only this device should know was used twice. If you cannot explain that, change your password.`,
  unknown: msg`Please sign in again.`,
};

/** What waits was never gone: it is sent for nobody but the person who made it (ruling E2). */
export const UNSENT_WAITS = msg`Anything not sent yet stays on this device and goes out once you sign in here again.`;

export function whyEnded(ended: Ended): string {
  return say(WHY[ended]);
}
