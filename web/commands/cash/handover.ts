import { t } from '@lingui/core/macro';
import type { StartHandover } from '../../../contract/operations/dashboard/cash/start-handover.schema.ts';
import { handoverComplete, handoverFailed, signaturesNotCaptured } from '../../api/cash-messages.ts';
import type { ToastText } from '../../api/problem-messages.ts';
import { unknownOutcomeText } from '../../api/unknown-outcome.ts';
import { SignatureCaptureFailed } from '../../components/signature/signature.ts';
import { type CommandMessages, isReferenceTaken } from '../command.ts';
import { recallSignature } from '../command-file.ts';
import type { Handover } from './prepare-handover.ts';

export type HandoverEndpoint = 'start_handover' | 'end_handover' | 'record_drop';

/**
 * Restores the input of a handover. The card machine's number and the descriptions of goods are not stored;
 * the remaking code looks them up.
 */
export async function recallHandover(
  input: Omit<StartHandover, 'card_machine_given' | 'card_machine_id'> & { card_machine_id?: string | null },
  changes_hands: boolean,
  estimated_fils: number | null,
  read: (path: string) => Promise<Blob>,
): Promise<Handover> {
  return {
    driver_id: input.driver_id,
    amount_fils: input.amount_fils,
    card_machine: { changes_hands, id: input.card_machine_id ?? null, number: null },
    driver_signature: await recallSignature(input.driver_signature, read),
    admin_signature: await recallSignature(input.admin_signature, read),
    estimated_fils,
  };
}

const HANDOVER_MESSAGES: Omit<CommandMessages<HandoverEndpoint>, 'about'> = {
  failed: (_, problem) => (isReferenceTaken(problem) ? null : handoverFailed(problem)),
  notMade: (error) =>
    error instanceof SignatureCaptureFailed ? signaturesNotCaptured() : handoverFailed(null),
  done: ({ input: { driver_signature, receipt } }, answer) => [
    ...(answer.difference_outcome === 'undecided' ? [differenceUndecided(driver_signature.signer)] : []),
    {
      ...handoverComplete(answer),
      names: driver_signature.signer,
      opens: { label: t`Open receipt`, bucket: 'cash-handovers', path: receipt.path, sha256: receipt.sha256 },
    },
  ],
  notices: () => ({
    held: {
      title: t`This handover is not recorded yet`,
      text: t`It is kept on this device as it was signed. Press Complete Handover to send it again.`,
    },
    unknown: unknownOutcomeText('nobody'),
    needs_manager: unknownOutcomeText('admin'),
    sign_in: {
      title: t`Waiting for you to sign in again`,
      text: t`This handover is kept on this device and is sent once you have signed in.`,
    },
  }),
};

/** The difference cannot be booked while work of the driver is not sent or not posted. */
function differenceUndecided(name: string): ToastText {
  return {
    kind: 'warning',
    title: t`Difference not booked yet`,
    names: name,
    description: t`It is listed at the desk until everything on the devices of ${name} is sent.`,
  };
}

/** The common part of all handovers; `what` returns the name of the handover. */
export function atHandover(what: () => string) {
  const about: CommandMessages<HandoverEndpoint>['about'] = ({ input }) => ({
    what: what(),
    who: input.driver_signature.signer,
    amount_fils: input.amount_fils,
  });
  return {
    subject: ({ driver_id }: Handover) => String(driver_id),
    messages: { ...HANDOVER_MESSAGES, about },
  };
}
