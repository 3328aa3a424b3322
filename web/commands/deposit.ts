import type { DateText } from '../../contract/rules/dates.ts';
import { depositReference } from '../../contract/rules/references.ts';
import { depositPaths } from '../../contract/rules/storage-paths.ts';
import type { Profile } from '../../contract/schemas/profile.ts';
import { clockOffsetMs } from '../api/this-page.ts';
import { makeDepositReceipt } from '../documents/deposit-receipt.ts';
import { deviceOutbox } from '../offline/device-outbox.ts';
import type { Outbox } from '../offline/outbox.ts';
import type { OutboxEntry } from '../offline/outbox-entry.ts';
import { PRODUCT_NAME } from '../product-name.ts';
import type { SignedPicture } from './collect.ts';
import { pinOf, signedFile } from './signed-file.ts';

export type NewDeposit = {
  /** Above 0. */
  amount_fils: number;
  deposit_date: DateText;
  /** Trimmed; null when empty. */
  notes: string | null;
  /** A JPEG. */
  invoice_image: Blob;
  signature: SignedPicture;
};

/**
 * Makes a deposit's receipt once and puts the command in the outbox under this id and a new reference. Resolves when it is safely on the
 * device, before anything is sent; while another deposit of this manager is undecided, that one is answered and nothing is
 * added. Rejects when the receipt cannot be made.
 */
export async function recordDeposit(
  deposit: NewDeposit,
  manager: Profile,
  command_id: string,
  outbox: Outbox = deviceOutbox,
): Promise<OutboxEntry<'record_deposit'>> {
  const pressed_at = new Date();
  const clock_offset_ms = clockOffsetMs();
  const deposited_at = new Date(pressed_at.getTime() + clock_offset_ms);
  const reference = depositReference(deposited_at);
  const { time_zone } = manager.shop;
  const paths = depositPaths({
    shop_id: manager.shop_id,
    manager_id: manager.id,
    manager_name: manager.full_name,
    reference,
    deposited_at,
    time_zone,
  });
  const pdf = await makeDepositReceipt({
    product_name: PRODUCT_NAME,
    shop_name: manager.shop.name,
    shop_id: manager.shop_id,
    time_zone,
    reference,
    deposit_date: deposit.deposit_date,
    amount_fils: deposit.amount_fils,
    manager_name: manager.full_name,
    notes: deposit.notes,
    invoice_image: deposit.invoice_image,
    signature: deposit.signature,
    generated_at: deposited_at,
  });
  const bucket = 'bank-deposits';
  const signature = await signedFile(deposit.signature.png, {
    bucket,
    path: paths.manager_signature,
    type: 'image/png',
    stage: 'signatures',
  });
  const image = await signedFile(deposit.invoice_image, {
    bucket,
    path: paths.invoice_image,
    type: 'image/jpeg',
    stage: 'receipt',
  });
  const receipt = await signedFile(pdf, {
    bucket,
    path: paths.receipt,
    type: 'application/pdf',
    stage: 'receipt',
  });
  const occurred_at = pressed_at.toISOString();
  const { typed, signer } = deposit.signature;
  return await outbox.enqueue({
    command_id,
    user_id: manager.id,
    shop_id: manager.shop_id,
    endpoint: 'record_deposit',
    subject: manager.id,
    occurred_at,
    clock_offset_ms,
    input: {
      reference,
      amount_fils: deposit.amount_fils,
      deposit_date: deposit.deposit_date,
      notes: deposit.notes,
      receipt: pinOf(receipt),
      invoice_image: pinOf(image),
      manager_signature: { ...pinOf(signature), typed, signer },
      occurred_at,
      clock_offset_ms,
    },
    files: [signature, image, receipt],
  });
}
