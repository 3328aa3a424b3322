import { t } from '@lingui/core/macro';
import { floatFailed, floatRecorded } from '../../api/cash-messages.ts';
import { type Command, isReferenceTaken } from '../command.ts';
import { recallSignature } from '../command-file.ts';
import type { Float } from './prepare-float.ts';
import { signedCommandNotices } from './signed-command-notices.ts';

/** A manager and an admin move cash between the safe and that admin; either records it. */
export const float: Command<'record_float', Float> = {
  endpoint: 'record_float',
  subject: (_, by) => by.id,
  async prepare(given, press) {
    const { prepareFloat } = await import('./prepare-float.ts');
    return await prepareFloat(given, press);
  },
  recall: async (
    { input: { direction, with_user_id, amount_fils, admin_signature, manager_signature } },
    read,
  ) => ({
    direction,
    with_user_id,
    amount_fils,
    admin_signature: await recallSignature(admin_signature, read),
    manager_signature: await recallSignature(manager_signature, read),
  }),
  messages: {
    about: ({ input: { amount_fils } }) => ({ what: t`Float`, who: null, amount_fils }),
    failed: (_, problem) => (isReferenceTaken(problem) ? null : floatFailed(problem)),
    notMade: () => floatFailed(null),
    done: ({ input }, answer) => {
      const recorded = floatRecorded(answer);
      // The description names the admin only.
      const is_with_admin = input.with_user_id === answer.admin_id;
      return [is_with_admin ? recorded : { ...recorded, names: input.manager_signature.signer }];
    },
    notices: (entry) => signedCommandNotices('float', entry),
  },
};
