import { correctionDocumentName, correctionPhotoName } from '../../../contract/rules/orders/corrections.ts';
import { type Taken, takenAmounts } from '../../../contract/rules/orders/takings.ts';
import { deliveryFolder } from '../../../contract/rules/storage-paths.ts';
import type { DeliveryFacts } from '../../../contract/schemas/corrections.ts';
import { correctedTime, type Prepared, type Press, shopOf, timesOf } from '../command.ts';
import { type CommandFile, commandFile, pinOf } from '../command-file.ts';

/** A delivery as the form shows it, and the facts that the user corrected. */
export type Correction = {
  delivery: {
    order_id: string;
    order_number: string;
    driver_id: number;
    driver_name: string;
    delivered_at: Date;
    /** The number of its corrections so far. */
    corrections: number;
    facts: DeliveryFacts;
  };
  customer_name: string;
  taken: Taken;
  rounding_fils: number;
  short_reason: string | null;
  photo: Blob | null;
  /** True if the form has announced that a second person must approve it. */
  needs_approval: boolean;
};
/** The delivery's own command is named, because it may still be unsent. */
export type OwnCorrection = Correction & { delivery_command_id: string };
export type ManagersCorrection = Correction & { confirmation_id: string; reason: string };

/** Prepares a driver's correction of an own delivery. */
export async function prepareOwnCorrection(
  { delivery_command_id, ...correction }: OwnCorrection,
  press: Press,
): Promise<Prepared<'correct_delivery'>> {
  const { body, ...prepared } = await prepareCorrection(correction, null, press);
  return { ...prepared, body: { delivery_command_id, ...body } };
}

/** Prepares a Manager's correction of a delivery of another user. */
export async function prepareManagersCorrection(
  { confirmation_id, reason, ...correction }: ManagersCorrection,
  press: Press,
): Promise<Prepared<'correct_recorded_delivery'>> {
  const { body, ...prepared } = await prepareCorrection(correction, reason, press);
  return { ...prepared, body: { confirmation_id, ...body, reason } };
}

/** Makes the document, hashes the files, and builds the body that names them. */
async function prepareCorrection(correction: Correction, reason: string | null, press: Press) {
  const { delivery, taken, rounding_fils, short_reason, photo, needs_approval } = correction;
  const { order_id, order_number, driver_id, driver_name, delivered_at, facts } = delivery;
  const customer_name = correction.customer_name.trim();
  const date = correctedTime(press);
  const of = shopOf(press);
  const pdf = await press.documents.correctionDocument({
    ...of,
    ...{ order_number, command_id: press.command_id, delivered_at, date, driver_name },
    by_name: press.by.full_name,
    before: facts,
    after: factsAfter(facts, { customer_name, taken, rounding_fils, short_reason }),
    photo_added: photo !== null,
    reason,
    needs_approval,
  });
  const folder = deliveryFolder({ ...of, driver_id, order_id, order_number, delivered_at: date });
  const bucket = 'order-deliveries';
  const image: CommandFile | null =
    photo &&
    (await commandFile(photo, {
      ...{ bucket, type: 'image/jpeg', stage: 'photo' },
      path: folder + correctionPhotoName(press.command_id),
    }));
  const document = await commandFile(pdf, {
    ...{ bucket, type: 'application/pdf', stage: 'note' },
    path: folder + correctionDocumentName(press.command_id),
  });
  return {
    body: {
      ...{ order_id, number: delivery.corrections + 1, customer_name, taken, rounding_fils, short_reason },
      photo: image && pinOf(image),
      document: pinOf(document),
      ...timesOf(press),
    },
    files: image ? [image, document] : [document],
    about_order: { order_number, taken_fils: 0 },
  };
}

/** Returns the facts as the server will record them. */
export function factsAfter(
  before: DeliveryFacts,
  {
    customer_name,
    taken,
    rounding_fils,
    short_reason,
  }: Pick<Correction, 'customer_name' | 'taken' | 'rounding_fils' | 'short_reason'>,
): DeliveryFacts {
  const { due_fils } = before;
  const { tender, collected_fils, cash_fils } = takenAmounts(due_fils, taken, rounding_fils);
  return {
    ...{ customer_name, tender, collected_fils, cash_fils, due_fils, rounding_fils, short_reason },
    link_fils: taken.link?.amount_fils ?? 0,
    link_reference: taken.link?.reference ?? null,
    transfer_fils: taken.transfer?.amount_fils ?? 0,
    transfer_reference: taken.transfer?.reference ?? null,
  };
}
