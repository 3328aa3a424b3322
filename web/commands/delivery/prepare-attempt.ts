import type { RecordAttempt } from '../../../contract/operations/dashboard/deliveries/record-attempt.schema.ts';
import { attemptPhotoName } from '../../../contract/rules/orders/attempts.ts';
import { deliveryFolder } from '../../../contract/rules/storage-paths.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import { correctedTime, type Prepared, type Press, shopOf, timesOf } from '../command.ts';
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
 * Makes the body of an attempt and hashes its photo. Loaded with the form. Throws a RangeError without a
 * driver record.
 */
export async function prepareAttempt(
  { order, attempt_id, reason, reason_label = null, note, photo, next, position }: Attempt,
  press: Press,
): Promise<Prepared<'record_attempt'>> {
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
}
