import type { Tender } from '../../contract/rules/tender.ts';
import { type DeviceDatabase, pairsOf, type StoredDraft } from './device-database.ts';
import { deviceDatabase } from './device-outbox.ts';

export type Draft = {
  photo: Blob | null;
  customer_name: string;
  receipt_confirmed: boolean;
  payment_received: boolean;
  /** Null until the driver chose one: then `defaultTender` counts. */
  tender: Tender | null;
};

export const EMPTY_DRAFT: Draft = {
  photo: null,
  customer_name: '',
  receipt_confirmed: false,
  payment_received: false,
  tender: null,
};

/** The order this user drafted last; null without a draft. */
export async function draftedOrderId(
  user_id: string,
  database: DeviceDatabase = deviceDatabase,
): Promise<string | null> {
  const drafts = await database.run((db) => db.getAll('drafts', pairsOf(user_id)));
  const [newest] = drafts.toSorted((one, other) => other.saved_at - one.saved_at);
  return newest?.order_id ?? null;
}

/** Kept per user and order (ruling F6), until the delivery is done. */
export async function readDraft(
  user_id: string,
  order_id: string,
  database: DeviceDatabase = deviceDatabase,
): Promise<Draft> {
  const stored = await database.run((db) => db.get('drafts', [user_id, order_id]));
  if (!stored) return EMPTY_DRAFT;
  const { photo, customer_name, receipt_confirmed, payment_received, tender } = stored;
  const blob = photo && new Blob([photo.bytes], { type: photo.type });
  return { photo: blob, customer_name, receipt_confirmed, payment_received, tender };
}

/** Resolves when the changes are safely on the device. */
export async function saveDraft(
  user_id: string,
  order_id: string,
  { photo, ...changes }: Partial<Draft>,
  database: DeviceDatabase = deviceDatabase,
): Promise<void> {
  const bytes = photo && { bytes: await photo.arrayBuffer(), type: photo.type };
  await database.run(async (db) => {
    const tx = db.transaction('drafts', 'readwrite', { durability: 'strict' });
    const before = (await tx.store.get([user_id, order_id])) ?? { ...EMPTY_DRAFT, photo: null };
    const draft: StoredDraft = { ...before, ...changes, user_id, order_id, saved_at: Date.now() };
    if (bytes !== undefined) draft.photo = bytes;
    await Promise.all([tx.store.put(draft), tx.done]);
  });
}

export async function clearDraft(
  user_id: string,
  order_id: string,
  database: DeviceDatabase = deviceDatabase,
): Promise<void> {
  await database.run((db) => db.delete('drafts', [user_id, order_id]));
}
