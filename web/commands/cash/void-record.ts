import { t } from '@lingui/core/macro';
import type { ProblemBody } from '../../../contract/rules/problems.ts';
import { deviceTimeOff, failure, type ToastText } from '../../api/problem-messages.ts';
import { problemTitle } from '../../messages/server-messages.ts';
import { type Command, isReferenceTaken } from '../command.ts';
import { recallSignature } from '../command-file.ts';
import type { Void } from './prepare-void.ts';
import { signedCommandNotices } from './signed-command-notices.ts';
import { voidBlockedText } from './void-blocked-text.ts';

/** Both signers, or one of them and another Manager or Admin, void a record made by mistake. */
export const voidRecord: Command<'void_record', Void> = {
  endpoint: 'void_record',
  subject: ({ record_id }) => record_id,
  async prepare(given, press) {
    const { prepareVoid } = await import('./prepare-void.ts');
    return await prepareVoid(given, press);
  },
  // `shown` is not stored: the page adds it again before the command is remade.
  recall: async ({ input: { record_type, record_id, reason, own_signature, other } }, read) => ({
    record_type,
    record_id,
    reason,
    shown: null,
    own_signature: await recallSignature(own_signature, read),
    other: other && {
      user_id: other.user_id,
      signature: await recallSignature(other.signature, read),
    },
  }),
  messages: {
    about: () => ({ what: t`Void`, who: null, amount_fils: null }),
    failed: (_, problem) => (isReferenceTaken(problem) ? null : voidFailed(problem)),
    notMade: () => voidFailed(null),
    done: ({ input: { receipt } }, { approval_id, reference }) => [
      {
        kind: 'success',
        title: approval_id === null ? t`Record Void` : t`Approval Requested`,
        description:
          approval_id === null
            ? t`The cash is where it was before, ${reference}`
            : t`The record is void once another Manager or Admin approves it, ${reference}`,
        opens: { label: t`Open document`, bucket: 'cash-handovers', ...receipt },
      },
    ],
    notices: (entry) => signedCommandNotices('void', entry),
  },
};

function voidFailed(problem: ProblemBody | null): ToastText {
  const title = t`Void Failed`;
  if (!problem) return failure(title, t`Failed to void the record. Please try again.`);
  if (problem.blocked) return failure(title, voidBlockedText(problem.blocked));
  if (problem.code === 'already_exists')
    return failure(title, t`A void of this record is already requested.`);
  if (problem.code === 'device_time_off') return failure(title, deviceTimeOff());
  return failure(title, problemTitle(problem.code, problem.title));
}
