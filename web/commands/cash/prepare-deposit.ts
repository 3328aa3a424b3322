import type { DateText } from '../../../contract/rules/dates/dates.ts';
import { depositReference } from '../../../contract/rules/references.ts';
import { depositPaths } from '../../../contract/rules/storage-paths.ts';
import { correctedTime, type Prepared, type Press, shopOf, timesOf } from '../command.ts';
import { commandFile, pinOf, type SignedPicture, signatureFile, signedBy } from '../command-file.ts';

export type Deposit = {
  /** Above 0. */
  amount_fils: number;
  deposit_date: DateText;
  /** Trimmed; null when empty. */
  notes: string | null;
  /** A JPEG. */
  invoice_image: Blob;
  signature: SignedPicture;
};

const BUCKET = 'bank-deposits';

/**
 * Makes the receipt, hashes all files, and builds the body that names them. Loaded together with the
 * receipt's code.
 */
export async function prepareDeposit(
  { amount_fils, deposit_date, notes, invoice_image, signature }: Deposit,
  press: Press,
): Promise<Prepared<'record_deposit'>> {
  const { by } = press;
  const deposited_at = correctedTime(press);
  const reference = depositReference(deposited_at);
  const of = { ...shopOf(press), manager_name: by.full_name, reference };
  const paths = depositPaths({ ...of, manager_id: by.id, deposited_at });
  const pdf = await press.documents.depositReceipt({
    ...of,
    deposit_date,
    amount_fils,
    notes,
    invoice_image,
    signature,
    generated_at: deposited_at,
  });
  const as = { bucket: BUCKET, stage: 'receipt' } as const;
  const signed = await signatureFile(signature, BUCKET, paths.manager_signature);
  const image = await commandFile(invoice_image, { ...as, path: paths.invoice_image, type: 'image/jpeg' });
  const receipt = await commandFile(pdf, { ...as, path: paths.receipt, type: 'application/pdf' });
  return {
    body: {
      reference,
      amount_fils,
      deposit_date,
      notes,
      receipt: pinOf(receipt),
      invoice_image: pinOf(image),
      manager_signature: signedBy(signature, signed),
      ...timesOf(press),
    },
    files: [signed, image, receipt],
  };
}
