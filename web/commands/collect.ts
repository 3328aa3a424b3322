import { collectionReference } from '../../contract/rules/references.ts';
import { collectionPaths } from '../../contract/rules/storage-paths.ts';
import type { Profile } from '../../contract/schemas/profile.ts';
import { clockOffsetMs } from '../api/this-page.ts';
import { deviceOutbox } from '../offline/device-outbox.ts';
import type { Outbox } from '../offline/outbox.ts';
import type { OutboxEntry } from '../offline/outbox-entry.ts';
import { pinOf, signedFile } from './signed-file.ts';

/** A picture of a signature, whether it was typed, and the name under it. */
export type SignedPicture = { png: Blob; typed: boolean; signer: string };

export type Collection = {
  staff: { user_id: string; full_name: string };
  /** Above 0. */
  amount_fils: number;
  manager_signature: SignedPicture;
  user_signature: SignedPicture;
};

/**
 * Puts a collection by `manager` in the outbox under this id and a new reference. Resolves when it is safely on the device, before anything
 * is sent; while another one from the same person is undecided, that one is answered and nothing is added.
 */
export async function collectCash(
  { staff, amount_fils, manager_signature, user_signature }: Collection,
  manager: Profile,
  command_id: string,
  outbox: Outbox = deviceOutbox,
): Promise<OutboxEntry<'collect_cash'>> {
  const pressed_at = new Date();
  const clock_offset_ms = clockOffsetMs();
  const corrected = new Date(pressed_at.getTime() + clock_offset_ms);
  const handover_reference = collectionReference(staff.user_id, manager.id, corrected);
  const paths = collectionPaths({ handover_reference });
  const picture = (blob: Blob, path: string) =>
    signedFile(blob, { bucket: 'cash-handovers', path, type: 'image/png', stage: 'signatures' });
  const managers = await picture(manager_signature.png, paths.manager_signature);
  const users = await picture(user_signature.png, paths.user_signature);
  const occurred_at = pressed_at.toISOString();
  return await outbox.enqueue({
    command_id,
    user_id: manager.id,
    shop_id: manager.shop_id,
    endpoint: 'collect_cash',
    subject: staff.user_id,
    occurred_at,
    clock_offset_ms,
    input: {
      handover_reference,
      staff_user_id: staff.user_id,
      amount_fils,
      manager_signature: {
        ...pinOf(managers),
        typed: manager_signature.typed,
        signer: manager_signature.signer,
      },
      user_signature: { ...pinOf(users), typed: user_signature.typed, signer: user_signature.signer },
      occurred_at,
      clock_offset_ms,
    },
    files: [managers, users],
  });
}
