import { plainFailure, refusalText, type ToastText } from '../../api/problem-messages.ts';
import type { CommandMessages, Noticed, Notices } from '../command.ts';

type Shared = Pick<CommandMessages<'set_out'>, 'failed' | 'notMade'> & {
  notices(entry: Pick<Noticed, 'problem'>): Notices;
};

/** The messages that commands about stops share; `failed` names what did not happen. */
export function stopMessages(failed: () => string): Shared {
  const refused = (text: string | null): ToastText => ({
    ...plainFailure(failed()),
    ...(text !== null && { description: text }),
  });
  return {
    // A failed attempt is sent again.
    failed: (_, problem) => (problem && problem.status < 500 ? refused(refusalText(problem)) : null),
    notMade: () => plainFailure(failed()),
    notices: ({ problem }) => ({ refused: { title: failed(), text: refusalText(problem) } }),
  };
}
