import type { Tender } from '../../contract/rules/tender.ts';
import { type DeviceDatabase, pairsOf, type StoredDraft } from './device-database.ts';
import { deviceDatabase } from './device-outbox.ts';
import { draftsInUse } from './drafts-in-use.ts';

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

const { photo: _, ...EMPTY_WORDS } = EMPTY_DRAFT;
const STORES: ('drafts' | 'draft_photos')[] = ['drafts', 'draft_photos'];

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
  const key: [string, string] = [user_id, order_id];
  const [stored, taken] = await database.run((db) => {
    const tx = db.transaction(STORES);
    return Promise.all([tx.objectStore('drafts').get(key), tx.objectStore('draft_photos').get(key), tx.done]);
  });
  if (!stored) return EMPTY_DRAFT;
  const { customer_name, receipt_confirmed, payment_received, tender } = stored;
  const photo = taken ? new Blob([taken.bytes], { type: taken.type }) : null;
  return { photo, customer_name, receipt_confirmed, payment_received, tender };
}

/** Resolves when the changes are safely on the device. `wanted` is asked when they are about to be written. */
export async function saveDraft(
  user_id: string,
  order_id: string,
  { photo, ...changes }: Partial<Draft>,
  database: DeviceDatabase = deviceDatabase,
  wanted: () => boolean = () => true,
): Promise<void> {
  const bytes = photo && { bytes: await photo.arrayBuffer(), type: photo.type };
  if (!wanted()) return;
  await database.run(async (db) => {
    const tx = db.transaction(STORES, 'readwrite', { durability: 'strict' });
    const [drafts, photos] = [tx.objectStore('drafts'), tx.objectStore('draft_photos')];
    const before = (await drafts.get([user_id, order_id])) ?? EMPTY_WORDS;
    const draft: StoredDraft = { ...before, ...changes, user_id, order_id, saved_at: Date.now() };
    const writes: Promise<unknown>[] = [drafts.put(draft)];
    if (bytes === null) writes.push(photos.delete([user_id, order_id]));
    if (bytes) writes.push(photos.put({ user_id, order_id, ...bytes }));
    await Promise.all([...writes, tx.done]);
  });
}

export async function clearDraft(
  user_id: string,
  order_id: string,
  database: DeviceDatabase = deviceDatabase,
): Promise<void> {
  await database.run((db) => {
    const tx = db.transaction(STORES, 'readwrite');
    const gone = STORES.map((store) => tx.objectStore(store).delete([user_id, order_id]));
    return Promise.all([...gone, tx.done]);
  });
}

/** Whether this user has entered anything that a sign-out would delete. */
export async function hasDraft(user_id: string, database: DeviceDatabase = deviceDatabase): Promise<boolean> {
  const [drafts, photos, entries] = await database.run((db) =>
    Promise.all([
      db.getAll('drafts', pairsOf(user_id)),
      db.getAllKeys('draft_photos', pairsOf(user_id)),
      db.getAll('entries'),
    ]),
  );
  const isInUse = draftsInUse(entries);
  const photographed = new Set(photos.map(([, order_id]) => order_id));
  return drafts.some((draft) => !isInUse(draft) && (isFilledIn(draft) || photographed.has(draft.order_id)));
}

function isFilledIn({ customer_name, receipt_confirmed, payment_received, tender }: StoredDraft): boolean {
  return customer_name.trim() !== '' || receipt_confirmed || payment_received || tender !== null;
}
