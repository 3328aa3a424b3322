import { t } from '@lingui/core/macro';
import { depositFailed, depositSuccessful } from '../../api/cash-messages.ts';
import { type Command, isReferenceTaken } from '../command.ts';
import { recallSignature } from '../command-file.ts';
import type { Deposit } from './prepare-deposit.ts';
import { signedCommandNotices } from './signed-command-notices.ts';

/** A manager records cash that was taken to the bank. */
export const deposit: Command<'record_deposit', Deposit> = {
  endpoint: 'record_deposit',
  subject: (_, by) => by.id,
  async prepare(given, press) {
    const { prepareDeposit } = await import('./prepare-deposit.ts');
    return await prepareDeposit(given, press);
  },
  recall: async (
    { input: { amount_fils, deposit_date, notes, invoice_image, manager_signature } },
    read,
  ) => ({
    amount_fils,
    deposit_date,
    notes,
    invoice_image: await read(invoice_image.path),
    signature: await recallSignature(manager_signature, read),
  }),
  messages: {
    about: ({ input: { amount_fils } }) => ({ what: t`Bank deposit`, who: null, amount_fils }),
    failed: (_, problem) => (isReferenceTaken(problem) ? null : depositFailed(problem)),
    notMade: () => depositFailed(),
    done: (_, answer) => depositSuccessful(answer),
    notices: (entry) => signedCommandNotices('deposit', entry),
  },
};
