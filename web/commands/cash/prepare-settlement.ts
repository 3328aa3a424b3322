import type { Difference } from '../../../contract/operations/desk/differences/list-differences.schema.ts';
import { settlementReference } from '../../../contract/rules/references.ts';
import { settlementPaths } from '../../../contract/rules/storage-paths.ts';
import { correctedTime, type Prepared, type Press, shopOf, timesOf } from '../command.ts';
import { commandFile, pinOf, type SignedPicture, signatureFile, signedBy } from '../command-file.ts';

export type Settlement = {
  difference_id: string;
  /** Above 0. */
  amount_fils: number;
  /** The difference as the form shows it; null if unknown, because the device does not store it. */
  shown: Pick<Difference, 'account' | 'open_fils' | 'handover_reference'> | null;
  person_signature: SignedPicture;
  staff_signature: SignedPicture;
};

const BUCKET = 'cash-handovers';

/**
 * Makes the receipt, hashes all files, and builds the body that names them. Loaded together with the
 * receipt's code. Throws if the difference is not known: a receipt without it would not show what was signed.
 */
export async function prepareSettlement(
  { difference_id, amount_fils, shown, person_signature, staff_signature }: Settlement,
  press: Press,
): Promise<Prepared<'record_settlement'>> {
  if (!shown) throw new Error('The difference of the settlement is not known on this device');
  const signed_at = correctedTime(press);
  const reference = settlementReference(signed_at);
  const of = shopOf(press);
  const paths = settlementPaths({ reference, signed_at, time_zone: of.time_zone });
  const { account, handover_reference } = shown;
  const pdf = await press.documents.settlementReceipt({
    ...of,
    reference,
    account,
    handover_reference,
    date: signed_at,
    amount_fils,
    open_fils: shown.open_fils - amount_fils,
    person_name: person_signature.signer,
    staff_name: staff_signature.signer,
    person_signature,
    staff_signature,
  });
  const [persons, staffs, receipt] = await Promise.all([
    signatureFile(person_signature, BUCKET, paths.person_signature),
    signatureFile(staff_signature, BUCKET, paths.staff_signature),
    commandFile(pdf, { bucket: BUCKET, path: paths.receipt, type: 'application/pdf', stage: 'receipt' }),
  ]);
  return {
    body: {
      reference,
      difference_id,
      amount_fils,
      person_signature: signedBy(person_signature, persons),
      staff_signature: signedBy(staff_signature, staffs),
      receipt: pinOf(receipt),
      ...timesOf(press),
    },
    files: [persons, staffs, receipt],
  };
}
