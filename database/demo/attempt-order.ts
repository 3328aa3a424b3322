import type { RecordAttempt } from '../../contract/operations/dashboard/deliveries/record-attempt.schema.ts';
import { attemptPhotoName } from '../../contract/rules/orders/attempts.ts';
import { deliveryFolder } from '../../contract/rules/storage-paths.ts';
import { idOf } from './demo-client.ts';
import { papersToSend, picture } from './demo-documents.ts';
import { type Day, driverAt, send } from './running-day.ts';

type Attempted = {
  order_id: string;
  order_number: string;
  driver: number;
  /** The time of the driver's device. */
  when: Date;
} & Pick<RecordAttempt, 'reason' | 'note' | 'next'> & { has_photo: boolean };

/** Records that the driver could not deliver an order, as the driver's device does. */
export async function attemptOrder(
  day: Day,
  { driver, when, has_photo, ...given }: Attempted,
): Promise<void> {
  const { order_id, order_number, ...why } = given;
  const { driver_id, email } = driverAt(day, driver);
  const attempt_id = idOf(`attempt ${order_number}`);
  const { papers, put } = papersToSend();
  const folder = deliveryFolder({ order_id, order_number, ...day.shop, driver_id, delivered_at: when });
  const photo = has_photo ? put(folder + attemptPhotoName(attempt_id), picture('delivered-1.jpg')) : null;
  const command = { key: `attempt ${order_number}`, when, papers };
  await send(day, email, '/api/attempts', command, { attempt_id, order_id, ...why, photo, position: null });
}

/** The driver sets out with these orders, or again if the customer came after an attempt. */
export async function setOut(
  day: Day,
  key: string,
  out: { driver: number; order_ids: readonly string[]; after_attempt: boolean; when: Date },
): Promise<void> {
  const { driver, when, ...input } = out;
  const command = { key: `set out ${key}`, when, papers: [] };
  const body = { set_out_id: idOf(`setting out ${key}`), ...input };
  await send(day, driverAt(day, driver).email, '/api/stops/set-out', command, body);
}
