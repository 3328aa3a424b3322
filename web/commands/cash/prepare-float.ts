import type { FloatDirection } from '../../../contract/operations/dashboard/cash/record-float.schema.ts';
import { floatReference } from '../../../contract/rules/references.ts';
import { floatPaths } from '../../../contract/rules/storage-paths.ts';
import { correctedTime, type Prepared, type Press, shopOf, timesOf } from '../command.ts';
import { commandFile, pinOf, type SignedPicture, signatureFile, signedBy } from '../command-file.ts';

export type Float = {
  direction: FloatDirection;
  /** The second signer, next to the signed-in user. */
  with_user_id: string;
  /** Above 0. */
  amount_fils: number;
  admin_signature: SignedPicture;
  manager_signature: SignedPicture;
};

const BUCKET = 'cash-handovers';

/**
 * Makes the receipt, hashes all files, and builds the body that names them. Loaded together with the
 * receipt's code.
 */
export async function prepareFloat(
  { direction, with_user_id, amount_fils, admin_signature, manager_signature }: Float,
  press: Press,
  { needs_approval = false }: { needs_approval?: boolean } = {},
): Promise<Prepared<'record_float'>> {
  const signed_at = correctedTime(press);
  const reference = floatReference(signed_at);
  const of = shopOf(press);
  const paths = floatPaths({ reference, signed_at, time_zone: of.time_zone });
  const pdf = await press.documents.floatReceipt({
    ...of,
    reference,
    direction,
    date: signed_at,
    amount_fils,
    needs_approval,
    admin_name: admin_signature.signer,
    manager_name: manager_signature.signer,
    admin_signature,
    manager_signature,
  });
  const [admins, managers, receipt] = await Promise.all([
    signatureFile(admin_signature, BUCKET, paths.admin_signature),
    signatureFile(manager_signature, BUCKET, paths.manager_signature),
    commandFile(pdf, { bucket: BUCKET, path: paths.receipt, type: 'application/pdf', stage: 'receipt' }),
  ]);
  return {
    body: {
      reference,
      direction,
      with_user_id,
      amount_fils,
      admin_signature: signedBy(admin_signature, admins),
      manager_signature: signedBy(manager_signature, managers),
      receipt: pinOf(receipt),
      ...timesOf(press),
    },
    files: [admins, managers, receipt],
  };
}
