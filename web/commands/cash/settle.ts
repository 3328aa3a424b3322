import { t } from '@lingui/core/macro';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import type { ProblemBody } from '../../../contract/rules/problems.ts';
import { deviceTimeOff, failure, type ToastText } from '../../api/problem-messages.ts';
import { type Command, isReferenceTaken } from '../command.ts';
import { recallSignature } from '../command-file.ts';
import type { Settlement } from './prepare-settlement.ts';
import { signedCommandNotices } from './signed-command-notices.ts';

/** A person pays a shortage, or gets an over back, in full or in part, signed by both. */
export const settle: Command<'record_settlement', Settlement> = {
  endpoint: 'record_settlement',
  subject: ({ difference_id }) => difference_id,
  async prepare(given, press) {
    const { prepareSettlement } = await import('./prepare-settlement.ts');
    return await prepareSettlement(given, press);
  },
  // `shown` is not stored: the page adds it again before the command is remade.
  recall: async ({ input: { difference_id, amount_fils, person_signature, staff_signature } }, read) => ({
    difference_id,
    amount_fils,
    shown: null,
    person_signature: await recallSignature(person_signature, read),
    staff_signature: await recallSignature(staff_signature, read),
  }),
  messages: {
    about: ({ input: { amount_fils, person_signature } }) => ({
      what: t`Settlement`,
      who: person_signature.signer,
      amount_fils,
    }),
    failed: (_, problem) => (isReferenceTaken(problem) ? null : settlementFailed(problem)),
    notMade: () => settlementFailed(null),
    done: ({ input: { receipt } }, { amount_fils, full_name, open_fils, reference }) => {
      const amount = formatMoney(amount_fils);
      const left = formatMoney(open_fils);
      return [
        {
          kind: 'success',
          title: t`Settlement Recorded`,
          description: t`${amount} of ${full_name}, ${reference}. Left to settle: ${left}`,
          names: full_name,
          opens: { label: t`Open receipt`, bucket: 'cash-handovers', ...receipt },
        },
      ];
    },
    notices: (entry) => signedCommandNotices('settlement', entry),
  },
};

function settlementFailed(problem: ProblemBody | null): ToastText {
  const title = t`Settlement Failed`;
  if (problem?.code === 'more_than_open' && problem.current_fils !== undefined) {
    return failure(t`Amount Too High`, t`Amount cannot exceed ${formatMoney(problem.current_fils)}`);
  }
  if (problem?.code === 'device_time_off') return failure(title, deviceTimeOff());
  return failure(title, t`Failed to record the settlement. Please try again.`);
}
