import { defaultTender, paymentLeft, settle } from '../../../contract/rules/orders/tender.ts';
import { DELIVERY_IMAGE, deliveryFolder, deliveryNoteName } from '../../../contract/rules/storage-paths.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import type { DeliveryNoteInput } from '../../documents/delivery-note.ts';
import type { Draft } from '../../offline/device-records.ts';
import { correctedTime, type Prepared, type Press, shopOf, timesOf } from '../command.ts';
import { commandFile, pinOf } from '../command-file.ts';
import type { DocumentInput } from '../documents.ts';
import { NoteNotMade } from './note-not-made.ts';

/** An order and the filled-in form of its confirmation. */
export type Delivery = { order: OrderWithItems; draft: Draft };

/**
 * Makes the note and the body of a delivery, and hashes its files. Throws NoteNotMade, and a RangeError
 * without a photo, a tender or a driver record.
 */
export async function prepareDelivery(
  { order, draft }: Delivery,
  press: Press,
): Promise<Prepared<'confirm_delivery'>> {
  const { by } = press;
  if (!draft.photo) throw new RangeError('A delivery needs a photo');
  if (!by.driver) throw new RangeError('Only a user with a driver record can deliver');
  const is_paid = order.payment_status === 'paid';
  const tender = is_paid ? null : (draft.tender ?? defaultTender(order));
  if (!is_paid && tender === null) throw new RangeError('No tender is selected');
  const confirmed = { ...draft, tender, customer_name: draft.customer_name.trim() };
  const note = await press.documents
    .deliveryNote(noteInput(order, confirmed, press))
    .catch((cause: unknown) => {
      throw new NoteNotMade('The delivery note could not be made', { cause });
    });
  const named = { order_id: order.id, order_number: order.order_number };
  const delivered_at = correctedTime(press);
  const folder = deliveryFolder({ ...shopOf(press), ...named, driver_id: by.driver.id, delivered_at });
  const bucket = 'order-deliveries';
  const image = await commandFile(draft.photo, {
    bucket,
    path: folder + DELIVERY_IMAGE,
    type: 'image/jpeg',
    stage: 'photo',
  });
  const pdf = await commandFile(note, {
    bucket,
    path: folder + deliveryNoteName(named),
    type: 'application/pdf',
    stage: 'note',
  });
  return {
    body: {
      order_id: order.id,
      customer_name: confirmed.customer_name,
      receipt_confirmed: draft.receipt_confirmed,
      payment_received: draft.payment_received,
      tender,
      due_amount_fils: order.due_amount_fils,
      delivery_image: pinOf(image),
      delivery_note: pinOf(pdf),
      ...timesOf(press),
    },
    files: [image, pdf],
    about_order: { order_number: order.order_number, taken_fils: order.taken_fils },
  };
}

function noteInput(order: OrderWithItems, draft: Draft, press: Press): DocumentInput<DeliveryNoteInput> {
  const { tender, collected_fils, payment_status } = settle(paymentLeft(order, order.taken_fils), draft);
  return {
    ...shopOf(press),
    command_id: press.command_id,
    delivered_at: correctedTime(press),
    order: { ...order, payment_status },
    tender,
    collected_fils,
    customer_name: draft.customer_name,
  };
}
