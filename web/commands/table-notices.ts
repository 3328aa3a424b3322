import { t } from '@lingui/core/macro';
import { whetherRecorded } from '../api/unknown-outcome.ts';
import { problemTitle } from '../words/server-words.ts';
import type { Noticed, Notices } from './command.ts';

/** What stands on the page of what was signed in a dialog that may be closed by now. */
export function tableNotices(what: 'collection' | 'deposit', { problem }: Pick<Noticed, 'problem'>): Notices {
  const deposit = what === 'deposit';
  return {
    unknown: whetherRecorded('nobody'),
    needs_manager: whetherRecorded('manager'),
    sign_in: {
      title: t`Waiting for you to sign in again`,
      text: t`It is kept on this device and is sent once you have signed in.`,
    },
    held: {
      title: deposit ? t`This deposit is not recorded` : t`This collection is not recorded`,
      text: t`It is kept on this device until you try again or discard it.`,
    },
    refused: {
      title: deposit ? t`This deposit was not recorded` : t`This collection was not recorded`,
      text: problem && problemTitle(problem.code, problem.title),
    },
  };
}
