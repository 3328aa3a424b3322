import { WHETHER_RECORDED } from '../api/unknown-outcome.ts';
import type { Noticed, Notices } from './command.ts';

/** What stands on the page of what was signed in a dialog that may be closed by now. `what`: as in 'This deposit'. */
export function tableNotices(what: 'collection' | 'deposit', { problem }: Pick<Noticed, 'problem'>): Notices {
  return {
    unknown: WHETHER_RECORDED.unknown,
    needs_manager: WHETHER_RECORDED.needs_manager,
    sign_in: {
      title: 'Waiting for you to sign in again',
      text: 'It is kept on this device and is sent once you have signed in.',
    },
    held: {
      title: `This ${what} is not recorded`,
      text: 'It is kept on this device until you try again or discard it.',
    },
    refused: { title: `This ${what} was not recorded`, text: problem?.title ?? null },
  };
}
