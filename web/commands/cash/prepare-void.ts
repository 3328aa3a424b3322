import type { VoidableRecord } from '../../../contract/rules/approvals.ts';
import { voidReference } from '../../../contract/rules/references.ts';
import { voidPaths } from '../../../contract/rules/storage-paths.ts';
import { correctedTime, type Prepared, type Press, shopOf, timesOf } from '../command.ts';
import {
  type CommandFile,
  commandFile,
  pinOf,
  type SignedPicture,
  signatureFile,
  signedBy,
} from '../command-file.ts';

export type Void = {
  record_type: VoidableRecord;
  record_id: string;
  reason: string;
  /** The record as the form shows it; null if unknown, because the device does not store it. */
  shown: {
    reference: string;
    name: string;
    recorded_at: Date;
    from_name: string;
    to_name: string;
    amount_fils: number;
    /** False if the user has not signed the record, but approves its void. */
    own_is_signer?: boolean;
  } | null;
  own_signature: SignedPicture;
  /** The other signer; null to request an approval. */
  other: { user_id: string; signature: SignedPicture } | null;
};

const BUCKET = 'cash-handovers';

/**
 * Makes the document, hashes all files, and builds the body that names them. Loaded together with the
 * document's code. Throws if the record is not known: a document without it would not show what was signed.
 */
export async function prepareVoid(
  { record_type, record_id, reason, shown, own_signature, other }: Void,
  press: Press,
): Promise<Prepared<'void_record'>> {
  if (!shown) throw new Error('The voided record is not known on this device');
  const signed_at = correctedTime(press);
  const reference = voidReference(signed_at);
  const of = shopOf(press);
  const paths = voidPaths({ reference, signed_at, time_zone: of.time_zone });
  const { reference: record_reference, name: record_name, ...facts } = shown;
  const pdf = await press.documents.voidDocument({
    ...of,
    ...facts,
    reference,
    record_reference,
    record_name,
    date: signed_at,
    reason,
    own_name: own_signature.signer,
    own_signature,
    other: other && { name: other.signature.signer, signature: other.signature },
  });
  const owns = await signatureFile(own_signature, BUCKET, paths.own_signature);
  const others = other && (await signatureFile(other.signature, BUCKET, paths.other_signature));
  const receipt = await commandFile(pdf, {
    bucket: BUCKET,
    path: paths.receipt,
    type: 'application/pdf',
    stage: 'receipt',
  });
  const files: CommandFile[] = [owns, ...(others ? [others] : []), receipt];
  return {
    body: {
      reference,
      record_type,
      record_id,
      reason,
      own_signature: signedBy(own_signature, owns),
      other: other && others && { user_id: other.user_id, signature: signedBy(other.signature, others) },
      receipt: pinOf(receipt),
      ...timesOf(press),
    },
    files,
  };
}
