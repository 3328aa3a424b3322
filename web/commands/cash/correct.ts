import { t } from '@lingui/core/macro';
import type { ProblemBody } from '../../../contract/rules/problems.ts';
import { orderName } from '../../api/delivery-messages.ts';
import { deviceTimeOff, failure, refusalText, type ToastText } from '../../api/problem-messages.ts';
import type { AboutOrder } from '../../offline/outbox-entry.ts';
import type { About, Command, Noticed, Notices, OutboxToast } from '../command.ts';
import { resentNotices } from '../notices/resent-notices.ts';
import type { ManagersCorrection, OwnCorrection } from './prepare-correction.ts';
import { signedCommandNotices } from './signed-command-notices.ts';

/** A driver corrects an own delivery, which may still be unsent: the command is sent after it. */
export const correctDelivery: Command<'correct_delivery', OwnCorrection> = {
  endpoint: 'correct_delivery',
  // Not the order: the delivery of the same order may be open too.
  subject: ({ delivery_command_id }) => delivery_command_id,
  prepare: async (given, press) =>
    (await import('./prepare-correction.ts')).prepareOwnCorrection(given, press),
  messages: {
    about,
    // A failed attempt is sent again.
    failed: (_, problem) => (problem && problem.status < 500 ? correctionFailed(problem) : null),
    notMade: () => correctionFailed(null),
    done: ({ about_order, input }, { approval_id }) => [
      approval_id === null
        ? corrected(about_order, input.document)
        : {
            kind: 'success',
            title: t`Approval requested`,
            names: orderName(about_order?.order_number ?? ''),
            description: t`The correction counts once a Manager or Admin has approved it.`,
          },
    ],
    notices: (entry) => ({ ...waitingNotices(), ...refusedNotice(entry) }),
  },
};

/** A Manager corrects the delivery of another user, with a reason. */
export const correctRecordedDelivery: Command<'correct_recorded_delivery', ManagersCorrection> = {
  endpoint: 'correct_recorded_delivery',
  subject: ({ confirmation_id }) => confirmation_id,
  prepare: async (given, press) =>
    (await import('./prepare-correction.ts')).prepareManagersCorrection(given, press),
  messages: {
    about,
    failed: (_, problem) => correctionFailed(problem),
    notMade: () => correctionFailed(null),
    done: ({ about_order, input }) => [corrected(about_order, input.document)],
    notices: (entry) => signedCommandNotices('correction', entry),
  },
};

function about({ about_order }: { about_order?: AboutOrder }): About {
  return { what: t`Correction of #${about_order?.order_number ?? ''}`, who: null, amount_fils: null };
}

function corrected(
  about_order: AboutOrder | undefined,
  document: { path: string; sha256: string },
): OutboxToast {
  return {
    kind: 'success',
    title: t`Delivery corrected`,
    names: orderName(about_order?.order_number ?? ''),
    opens: { label: t`Open document`, bucket: 'order-deliveries', ...document },
  };
}

function correctionFailed(problem: ProblemBody | null): ToastText {
  const title = t`The delivery was not corrected`;
  if (problem?.code === 'device_time_off') return failure(title, deviceTimeOff());
  const text = problem && refusalText(problem);
  return failure(title, text ?? t`Nothing has changed. Please try again.`);
}

function waitingNotices(): Notices {
  return {
    ...resentNotices({ sign_in: t`It is kept on this device and is sent once you have signed in.` }),
    note_failed: {
      title: t`The document is not uploaded yet`,
      text: t`Saved on this device. It will be sent when the connection is back.`,
    },
  };
}

function refusedNotice({ problem }: Pick<Noticed, 'problem'>): Notices {
  return { refused: { title: t`The delivery was not corrected`, text: refusalText(problem) } };
}
