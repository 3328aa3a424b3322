import { t } from '@lingui/core/macro';
import { DELIVERY_STAGES } from '../../../contract/rules/problems.ts';
import type { Order } from '../../../contract/schemas/orders.ts';
import { deliveryFailed, toastsFor } from '../../api/delivery-messages.ts';
import { plainFailure, refusalText, type ToastText } from '../../api/problem-messages.ts';
import { unknownOutcomeText } from '../../api/unknown-outcome.ts';
import { isDeviceFull } from '../../offline/device-records.ts';
import { SubjectSettled } from '../../offline/outbox.ts';
import type { DeliveryName, OutboxEntry } from '../../offline/outbox-entry.ts';
import { unsentSettlement } from '../cash/unsent-cash.ts';
import type { Command } from '../command.ts';
import { NoteNotMade } from './note-not-made.ts';
import type { Delivery } from './prepare-delivery.ts';

/**
 * A driver confirms a delivery. `prepare` throws NoteNotMade, and a RangeError without a photo, a tender or a
 * driver record.
 */
export const deliver: Command<DeliveryName, Delivery> = {
  endpoint: 'confirm_delivery',
  subject: ({ order }) => order.id,
  prepare: async (given, press) => (await import('./prepare-delivery.ts')).prepareDelivery(given, press),
  messages: {
    about(entry) {
      const { tender, collected_fils } = unsentSettlement(entry);
      const number = entry.about_order?.order_number;
      return {
        what: number === undefined ? t`Delivery` : t`Order #${number}`,
        who: entry.input.customer_name,
        amount_fils: collected_fils,
        tender,
      };
    },
    failed: (stage, problem) => deliveryFailed(DELIVERY_STAGES.find((one) => one === stage) ?? null, problem),
    notMade: notConfirmed,
    done: (entry, answer) => {
      const { collected_fils } = unsentSettlement(entry);
      return toastsFor(answer, collected_fils, entry.fulfilment === 'pending' ? null : entry.fulfilment);
    },
    notices: ({ problem }) => ({
      waiting: {
        title: t`Waiting to be sent`,
        text: t`Saved on this device. It will be sent when the connection is back.`,
      },
      photo_failed: {
        title: t`The photo is not uploaded yet`,
        text: t`The delivery is kept on this device with its photo and is sent again automatically.`,
      },
      note_failed: {
        title: t`The delivery note is not uploaded yet`,
        text: t`The delivery is kept on this device with its files and is sent again automatically.`,
      },
      answered_failure: {
        title: t`The delivery is not recorded yet`,
        text: t`The server could not record it. It is kept on this device and is sent again automatically.`,
      },
      unknown: unknownOutcomeText('nobody'),
      needs_manager: unknownOutcomeText('manager'),
      sign_in: {
        title: t`Waiting for you to sign in again`,
        text: t`This delivery is kept on this device and is sent once you have signed in.`,
      },
      refused: {
        title: t`This delivery was not recorded`,
        text: refusalText(problem),
      },
    }),
  },
};

/**
 * Returns true if an order that this device delivered was returned to the shop and is out again, so that it
 * may be delivered again. Any other order still shown after `done` comes from an old response and must not
 * offer a second confirmation.
 */
export function isOutAgain(
  { state, occurred_at, clock_offset_ms }: Pick<OutboxEntry, 'state' | 'occurred_at' | 'clock_offset_ms'>,
  { dispatching_started_at }: Pick<Order, 'dispatching_started_at'>,
): boolean {
  const delivered_ms = Date.parse(occurred_at) + clock_offset_ms;
  return (
    state === 'done' && dispatching_started_at !== null && Date.parse(dispatching_started_at) > delivered_ms
  );
}

/** The toast if the delivery is not stored on the device; its draft is unchanged. */
function notConfirmed(error: unknown): ToastText {
  if (error instanceof NoteNotMade) return deliveryFailed('note');
  if (error instanceof SubjectSettled)
    return plainFailure(t`This order was already delivered from this device.`);
  if (isDeviceFull(error))
    return plainFailure(t`This device has no storage left for the delivery. Free some space and try again.`);
  return plainFailure(t`An unexpected error occurred`);
}
