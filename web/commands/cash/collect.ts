import { t } from '@lingui/core/macro';
import { collectionReference } from '../../../contract/rules/references.ts';
import { collectionPaths } from '../../../contract/rules/storage-paths.ts';
import { collectionFailed, collectionSuccessful } from '../../api/cash-messages.ts';
import { type Command, correctedTime, isReferenceTaken, timesOf } from '../command.ts';
import { recallSignature, type SignedPicture, signatureFile, signedBy } from '../command-file.ts';
import { signedCommandNotices } from './signed-command-notices.ts';

export type Collection = {
  staff: { user_id: string; full_name: string };
  /** Above 0. */
  amount_fils: number;
  manager_signature: SignedPicture;
  user_signature: SignedPicture;
};

const BUCKET = 'cash-handovers';

/** A manager collects cash from a staff member. */
export const collect: Command<'collect_cash', Collection> = {
  endpoint: 'collect_cash',
  subject: ({ staff }) => staff.user_id,
  async prepare({ staff, amount_fils, manager_signature, user_signature }, press) {
    const handover_reference = collectionReference(staff.user_id, press.by.id, correctedTime(press));
    const paths = collectionPaths({ handover_reference });
    const managers = await signatureFile(manager_signature, BUCKET, paths.manager_signature);
    const users = await signatureFile(user_signature, BUCKET, paths.user_signature);
    return {
      body: {
        handover_reference,
        staff_user_id: staff.user_id,
        amount_fils,
        manager_signature: signedBy(manager_signature, managers),
        user_signature: signedBy(user_signature, users),
        ...timesOf(press),
      },
      files: [managers, users],
    };
  },
  recall: async ({ input: { staff_user_id, amount_fils, manager_signature, user_signature } }, read) => ({
    staff: { user_id: staff_user_id, full_name: user_signature.signer },
    amount_fils,
    manager_signature: await recallSignature(manager_signature, read),
    user_signature: await recallSignature(user_signature, read),
  }),
  messages: {
    about: ({ input: { user_signature, amount_fils } }) => ({
      what: t`Collection`,
      who: user_signature.signer,
      amount_fils,
    }),
    failed: (_, problem) => (isReferenceTaken(problem) ? null : collectionFailed(problem)),
    notMade: () => collectionFailed(null),
    done: (_, answer) => [collectionSuccessful(answer)],
    notices: (entry) => signedCommandNotices('collection', entry),
  },
};
