import type { DeliverAsTaken } from '../../../contract/operations/dashboard/deliveries/deliver-as-taken.schema.ts';
import { defaultTender, paymentLeft, settle } from '../../../contract/rules/orders/tender.ts';
import { DELIVERY_IMAGE, deliveryFolder, deliveryNoteName } from '../../../contract/rules/storage-paths.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import type { DeliveryNoteInput } from '../../documents/delivery/delivery-note.ts';
import type { Draft } from '../../offline/device-records.ts';
import type { DeliveryName } from '../../offline/outbox-entry.ts';
import { correctedTime, type Prepared, type Press, shopOf, timesOf } from '../command.ts';
import { commandFile, pinOf } from '../command-file.ts';
import type { DocumentInput } from '../documents.ts';
import { type AsTaken, asTaken, consentNeeded, consentTo } from './as-taken.ts';
import { NoteNotMade } from './note-not-made.ts';

/** An order and the filled-in form of its confirmation. `rounds_cash`: the shop rounds cash down. */
export type Delivery = { order: OrderWithItems; draft: Draft; rounds_cash?: boolean };

/**
 * Makes the note and the body of a delivery, and hashes its files. A delivery of all goods and all that is
 * due, by one tender, is `confirm_delivery`, which servers of earlier builds know too. Throws NoteNotMade,
 * and a RangeError without a photo, a tender, a required reason or a driver record, or if nothing is handed
 * over.
 */
export async function prepareDelivery(
  { order, draft, rounds_cash = false }: Delivery,
  press: Press,
): Promise<Prepared<DeliveryName>> {
  const { by } = press;
  if (!draft.photo) throw new RangeError('A delivery needs a photo');
  if (!by.driver) throw new RangeError('Only a user with a driver record can deliver');
  const is_paid = order.payment_status === 'paid';
  const tender = is_paid ? null : (draft.tender ?? defaultTender(order));
  const found = asTaken(order, draft, rounds_cash);
  const taken = isPlain(draft, found) ? null : found;
  if (!is_paid && !taken && tender === null) throw new RangeError('No tender is selected');
  const bodyOfTaken = taken && takenBody(order, draft, taken);
  const confirmed = { ...draft, tender, customer_name: draft.customer_name.trim() };
  const note = await press.documents
    .deliveryNote(taken ? noteOfTaken(order, confirmed, taken, press) : noteInput(order, confirmed, press))
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
  const body = {
    order_id: order.id,
    customer_name: confirmed.customer_name,
    receipt_confirmed: draft.receipt_confirmed,
    payment_received: draft.payment_received,
    due_amount_fils: order.due_amount_fils,
    delivery_image: pinOf(image),
    delivery_note: pinOf(pdf),
    ...timesOf(press),
  };
  const files = [image, pdf];
  const about_order = { order_number: order.order_number, taken_fils: order.taken_fils };
  if (!bodyOfTaken) return { body: { ...body, tender }, files, about_order };
  const form = { tender: draft.tender, as_taken: draft.as_taken };
  return {
    endpoint: 'deliver_as_taken',
    body: { ...body, ...bodyOfTaken },
    files,
    about_order: { ...about_order, form },
  };
}

/** True if nothing but the specified form was filled in, and no cash is rounded. */
function isPlain({ as_taken }: Draft, { amounts }: AsTaken): boolean {
  return as_taken === null && amounts.rounding_fils === 0;
}

type TakenBody = Pick<DeliverAsTaken, 'part' | 'taken' | 'short_reason' | 'consent_id'>;

/** The fields of `deliver_as_taken` that `confirm_delivery` does not have. */
function takenBody(order: OrderWithItems, { as_taken }: Draft, found: AsTaken): TakenBody {
  const { part, taken, received_fils, amounts, takes_nothing } = found;
  const consent_id = consentNeeded(found) ? consentTo(order) : null;
  if (found.is_unselected) throw new RangeError('No tender is selected');
  if (takes_nothing) throw new RangeError('Nothing is handed over');
  const short_reason = amounts.owed_fils > 0 ? as_taken?.short_reason.trim() : null;
  if (short_reason === '' || short_reason === undefined) throw new RangeError('A reason is missing');
  const { link, transfer } = taken;
  if (link?.reference === '' || transfer?.reference === '') throw new RangeError('A reference is missing');
  return {
    part,
    taken: { ...taken, received_fils, rounding_fils: amounts.rounding_fils },
    short_reason,
    consent_id,
  };
}

function noteOfTaken(
  order: OrderWithItems,
  { customer_name }: Draft,
  found: AsTaken,
  press: Press,
): DocumentInput<DeliveryNoteInput> {
  const { tender, collected_fils, payment_status } = found.amounts;
  return {
    ...shopOf(press),
    command_id: press.command_id,
    delivered_at: correctedTime(press),
    order: { ...order, payment_status },
    tender,
    collected_fils,
    customer_name,
    as_taken: found,
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
