import { msg, t } from '@lingui/core/macro';
import { unknownOutcomeText } from '../../api/unknown-outcome.ts';
import { translateDescriptor } from '../../messages/i18n.ts';
import { problemTitle } from '../../messages/server-messages.ts';
import type { Noticed, Notices } from '../command.ts';

const MESSAGES = {
  deposit: { held: msg`This deposit is not recorded`, refused: msg`This deposit was not recorded` },
  collection: { held: msg`This collection is not recorded`, refused: msg`This collection was not recorded` },
  float: { held: msg`This float is not recorded`, refused: msg`This float was not recorded` },
  settlement: { held: msg`This settlement is not recorded`, refused: msg`This settlement was not recorded` },
  correction: { held: msg`This correction is not recorded`, refused: msg`This correction was not recorded` },
  void: { held: msg`This void is not recorded`, refused: msg`This void was not recorded` },
} as const;

/** Returns the page's notices about a command signed in a dialog that may be closed by now. */
export function signedCommandNotices(
  what: keyof typeof MESSAGES,
  { problem }: Pick<Noticed, 'problem'>,
): Notices {
  const messages = MESSAGES[what];
  return {
    unknown: unknownOutcomeText('nobody'),
    needs_manager: unknownOutcomeText('manager'),
    sign_in: {
      title: t`Waiting for you to sign in again`,
      text: t`It is kept on this device and is sent once you have signed in.`,
    },
    held: {
      title: translateDescriptor(messages.held),
      text: t`It is kept on this device until you try again or discard it.`,
    },
    refused: {
      title: translateDescriptor(messages.refused),
      text: problem && problemTitle(problem.code, problem.title),
    },
  };
}
