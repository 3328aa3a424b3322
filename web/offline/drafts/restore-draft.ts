import type { Writing } from '../../environment/store.ts';
import type { DeviceRecords } from '../device-records.ts';
import { ENTRY_STORES, isHidden } from '../entry-store.ts';
import { isDelivery, type OutboxEntry } from '../outbox-entry.ts';

const STORES = [...ENTRY_STORES, 'entry_files', 'drafts', 'draft_photos'] as const;

/**
 * Makes the draft of a refused delivery from the command if it is missing. An older tab that signs its user
 * out deletes the drafts of deliveries that it does not see, and a refused delivery is corrected from its
 * draft.
 */
export async function restoreDraft(
  tx: Writing<Pick<DeviceRecords, (typeof STORES)[number]>>,
  entry: OutboxEntry,
): Promise<void> {
  if (!isDelivery(entry) || !(await isHidden(tx, entry.command_id))) return;
  const { command_id, user_id, about_order, input, decided_at } = entry;
  const { order_id, customer_name, receipt_confirmed, payment_received, delivery_image } = input;
  if (await tx.get('drafts', [user_id, order_id])) return;
  const form = about_order?.form ?? { tender: 'tender' in input ? input.tender : null, as_taken: null };
  const fields = { customer_name, receipt_confirmed, payment_received, ...form };
  await tx.put('drafts', { ...fields, user_id, order_id, saved_at: decided_at ?? 0 });
  const photo = await tx.get('entry_files', [command_id, delivery_image.path]);
  if (photo) await tx.put('draft_photos', { user_id, order_id, bytes: photo.bytes, type: photo.type });
}
