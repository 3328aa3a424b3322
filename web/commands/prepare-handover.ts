import { handoverReference } from '../../contract/rules/references.ts';
import { type HandoverType, handoverPaths } from '../../contract/rules/storage-paths.ts';
import { correctedTime, type Press, timesOf } from './command.ts';
import { commandFile, pinOf, signatureFile, signedBy } from './command-file.ts';
import type { Handover } from './handover.ts';

const BUCKET = 'cash-handovers';

/** Loaded with what makes the receipt. Everything that start and end have in common: the receipt, both signatures and the body without the card machine. */
export async function prepareHandover(handover_type: HandoverType, given: Handover, press: Press) {
  const { by } = press;
  const agreed_at = correctedTime(press);
  const { driver_id, driver_signature, admin_signature } = given;
  const { time_zone } = by.shop;
  const handover_reference = handoverReference(handover_type, driver_id, agreed_at, time_zone);
  const paths = handoverPaths({
    handover_type,
    shop_id: by.shop_id,
    shop_name: by.shop.name,
    completed_at: agreed_at,
    time_zone,
    driver_id,
    admin_id: by.id,
    handover_reference,
  });
  const pdf = await makeReceipt(handover_type, given, press, handover_reference);
  const [drivers, admins, receipt] = await Promise.all([
    signatureFile(driver_signature, BUCKET, paths.driver_signature),
    signatureFile(admin_signature, BUCKET, paths.admin_signature),
    commandFile(pdf, { bucket: BUCKET, path: paths.receipt, type: 'application/pdf', stage: 'receipt' }),
  ]);
  const body = {
    handover_reference,
    driver_id,
    amount_fils: given.amount_fils,
    card_machine_id: given.card_machine.id,
    driver_signature: signedBy(driver_signature, drivers),
    admin_signature: signedBy(admin_signature, admins),
    receipt: pinOf(receipt),
    ...timesOf(press),
  };
  return { body, files: [drivers, admins, receipt] };
}

function makeReceipt(
  handover_type: HandoverType,
  given: Handover,
  press: Press,
  reference: string,
): Promise<Blob> {
  const { shop, shop_id } = press.by;
  const { changes_hands, number } = given.card_machine;
  return press.documents.handoverReceipt({
    reference,
    date: correctedTime(press),
    shop_name: shop.name,
    shop_id,
    time_zone: shop.time_zone,
    handover_type,
    driver_name: given.driver_signature.signer,
    admin_name: given.admin_signature.signer,
    amount_fils: given.amount_fils,
    difference_fils: given.estimated_fils === null ? null : given.amount_fils - given.estimated_fils,
    card_machine: changes_hands && { number },
    driver_signature: given.driver_signature,
    admin_signature: given.admin_signature,
  });
}
