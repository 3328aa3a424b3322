import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { translateDescriptor } from '../../messages/i18n.ts';
import type { EndReason } from '../../session/session-types.ts';

/** The reason why the session ended, shown above the sign-in form. */
const WHY: Record<EndReason, MessageDescriptor> = {
  unused: msg`This device was not used for a long time. Sign in again.`,
  age: msg`Your session expired. Sign in again.`,
  signed_out: msg`This device was signed out from another one.`,
  password_changed: msg`Your password was changed. Sign in with the new one.`,
  disabled: msg`This account has been disabled. Please ask your manager.`,
  token_copied: msg`Your sign-in was used twice, possibly on another device. If you cannot explain this, change your password.`,
  unknown: msg`Please sign in again.`,
};

/** Unsent work stays on the device and is sent only for the user who created it. */
export const UNSENT_NOTICE = msg`Anything not sent yet stays on this device and is sent once you sign in here again.`;

export function endedText(ended: EndReason): string {
  return translateDescriptor(WHY[ended]);
}
