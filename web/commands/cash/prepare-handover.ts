import type { DriverGoods } from '../../../contract/operations/dashboard/cash/list-driver-goods.schema.ts';
import type { DifferenceChoice } from '../../../contract/rules/differences.ts';
import type { GoodsOutcome } from '../../../contract/rules/orders/attempts.ts';
import { type DriverHandoverType, handoverReference } from '../../../contract/rules/references.ts';
import { handoverPaths } from '../../../contract/rules/storage-paths.ts';
import { correctedTime, type Press, shopOf, timesOf } from '../command.ts';
import { commandFile, pinOf, type SignedPicture, signatureFile, signedBy } from '../command-file.ts';

/** A decision about the goods of an order that are still with the driver. */
export type HandoverGoods = {
  order_id: string;
  outcome: GoodsOutcome;
  /** The order's description on the receipt; null if unknown, because the device does not store it. */
  shown: Pick<DriverGoods, 'order_number' | 'customer_name' | 'items'> | null;
};

/** A handover as signed by a driver and an admin. */
export type Handover = {
  driver_id: number;
  amount_fils: number;
  card_machine: { changes_hands: boolean; id: string | null; number: string | null };
  driver_signature: SignedPicture;
  admin_signature: SignedPicture;
  /**
   * At the end of a day: the Estimated Receivables shown in the form. Null at the start of a day, or if they
   * could not be read.
   */
  estimated_fils: number | null;
  /** At the end of a day: the decision about each order that the form listed. */
  goods?: readonly HandoverGoods[];
  /** At the end of a day: the choice about a difference that both sign. */
  difference_choice?: DifferenceChoice;
};

const BUCKET = 'cash-handovers';

/**
 * Makes the common part of all handovers: the receipt, both signatures and the body without the card
 * machine and the goods. Loaded together with the receipt's code.
 */
export async function prepareHandover(handover_type: DriverHandoverType, given: Handover, press: Press) {
  const { by } = press;
  const agreed_at = correctedTime(press);
  const { driver_id, amount_fils, card_machine, driver_signature, admin_signature, estimated_fils } = given;
  const { goods = [], difference_choice } = given;
  const of = { ...shopOf(press), handover_type };
  const handover_reference = handoverReference(handover_type, driver_id, agreed_at, of.time_zone);
  const paths = handoverPaths({
    ...of,
    completed_at: agreed_at,
    driver_id,
    admin_id: by.id,
    handover_reference,
  });
  const pdf = await press.documents.handoverReceipt({
    ...of,
    reference: handover_reference,
    date: agreed_at,
    driver_name: driver_signature.signer,
    admin_name: admin_signature.signer,
    amount_fils,
    difference_fils: estimated_fils === null ? null : amount_fils - estimated_fils,
    ...(difference_choice && { difference_choice }),
    card_machine: card_machine.changes_hands && { number: card_machine.number },
    goods: goods.map(describedGoods),
    driver_signature,
    admin_signature,
  });
  const [drivers, admins, receipt] = await Promise.all([
    signatureFile(driver_signature, BUCKET, paths.driver_signature),
    signatureFile(admin_signature, BUCKET, paths.admin_signature),
    commandFile(pdf, { bucket: BUCKET, path: paths.receipt, type: 'application/pdf', stage: 'receipt' }),
  ]);
  const body = {
    handover_reference,
    driver_id,
    amount_fils,
    card_machine_id: card_machine.id,
    driver_signature: signedBy(driver_signature, drivers),
    admin_signature: signedBy(admin_signature, admins),
    receipt: pinOf(receipt),
    ...timesOf(press),
  };
  return { body, files: [drivers, admins, receipt] };
}

/** Throws if the order is not known: a receipt without it would not show what was signed. */
function describedGoods({ shown, outcome }: HandoverGoods) {
  if (!shown) throw new Error('The goods of the handover are not known on this device');
  return { ...shown, outcome };
}
