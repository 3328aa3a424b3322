import { t } from '@lingui/core/macro';
import type { RecordAttempt } from '../../../contract/operations/dashboard/deliveries/record-attempt.schema.ts';
import { attemptPhotoName } from '../../../contract/rules/orders/attempts.ts';
import { deliveryFolder } from '../../../contract/rules/storage-paths.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import { orderName } from '../../api/delivery-messages.ts';
import { plainFailure, refusalText, type ToastText } from '../../api/problem-messages.ts';
import { unknownOutcomeText } from '../../api/unknown-outcome.ts';
import { isDeviceFull } from '../../offline/device-records.ts';
import { type Command, correctedTime, shopOf, timesOf } from '../command.ts';
import { commandFile, pinOf } from '../command-file.ts';

/** An order that could not be delivered, and the filled-in form. */
export type Attempt = {
  order: Pick<OrderWithItems, 'id' | 'order_number' | 'taken_fils' | 'status' | 'dispatching_started_at'>;
  attempt_id: string;
  reason: string;
  /** The shop's own label of the reason; null or absent for a built-in one. */
  reason_label?: string | null;
  note: string;
  photo: Blob | null;
  next: RecordAttempt['next'];
  position: RecordAttempt['position'];
};

/**
 * A driver could not deliver an order. Each command is its own subject. `prepare` throws a RangeError without
 * a driver record.
 */
export const attempt: Command<'record_attempt', Attempt> = {
  endpoint: 'record_attempt',
  // Not the order: without signal an order can be attempted, undone, and attempted again.
  subject: ({ attempt_id }) => attempt_id,
  async prepare({ order, attempt_id, reason, reason_label = null, note, photo, next, position }, press) {
    const { driver } = press.by;
    if (!driver) throw new RangeError('Only a user with a driver record can deliver');
    const { taken_fils, status, dispatching_started_at } = order;
    const named = { order_id: order.id, order_number: order.order_number };
    const delivered_at = correctedTime(press);
    const folder = deliveryFolder({ ...shopOf(press), ...named, driver_id: driver.id, delivered_at });
    const file =
      photo &&
      (await commandFile(photo, {
        bucket: 'order-deliveries',
        path: folder + attemptPhotoName(attempt_id),
        type: 'image/jpeg',
        stage: 'photo',
      }));
    return {
      body: {
        attempt_id,
        order_id: order.id,
        reason,
        note: note.trim() === '' ? null : note.trim(),
        photo: file && pinOf(file),
        next,
        position,
        ...timesOf(press),
      },
      files: file ? [file] : [],
      about_order: { ...named, taken_fils, reason_label, before: { status, dispatching_started_at } },
    };
  },
  messages: {
    kind: 'attempt',
    about: ({ about_order }) => ({
      what: about_order ? t`Couldn't deliver #${about_order.order_number}` : t`Couldn't deliver`,
      who: null,
      amount_fils: null,
    }),
    failed: (stage, problem) => {
      if (stage === 'photo')
        return plainFailure(t`The photo is not uploaded yet. It is kept and sent again automatically.`);
      return problem && problem.status < 500 ? attemptRefused(refusalText(problem)) : null;
    },
    notMade: (error) =>
      plainFailure(
        isDeviceFull(error)
          ? t`This device has no storage left for the attempt. Free some space and try again.`
          : t`The attempt could not be saved.`,
      ),
    done: ({ about_order }, { conflict, order }) =>
      conflict === null
        ? []
        : [
            {
              kind: 'warning',
              title: t`The order has changed meanwhile`,
              names: orderName(about_order?.order_number ?? order.order_number),
              description: t`Your attempt is recorded. Ask the shop what to do with the goods.`,
            },
          ],
    notices: ({ problem }) => ({
      waiting: {
        title: t`Waiting to be sent`,
        text: t`Saved on this device. It will be sent when the connection is back.`,
      },
      photo_failed: {
        title: t`The photo is not uploaded yet`,
        text: t`The attempt is kept on this device with its photo and is sent again automatically.`,
      },
      answered_failure: {
        title: t`The attempt is not recorded yet`,
        text: t`The server could not record it. It is kept on this device and is sent again automatically.`,
      },
      unknown: unknownOutcomeText('nobody'),
      sign_in: {
        title: t`Waiting for you to sign in again`,
        text: t`This attempt is kept on this device and is sent once you have signed in.`,
      },
      refused: { title: t`This attempt was not recorded`, text: refusalText(problem) },
    }),
  },
};

function attemptRefused(why: string | null): ToastText {
  return { ...plainFailure(t`This attempt was not recorded`), ...(why && { description: why }) };
}
