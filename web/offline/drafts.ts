import type { Writing } from '../world/store.ts';
import type { World } from '../world/world.ts';
import {
  type DeviceRecords,
  type Draft,
  deviceStore,
  type StoredDraft,
  type StoredEntry,
} from './device-records.ts';

export const EMPTY_DRAFT: Draft = {
  photo: null,
  customer_name: '',
  receipt_confirmed: false,
  payment_received: false,
  tender: null,
};

const { photo: _, ...EMPTY_WORDS } = EMPTY_DRAFT;
const STORES = ['drafts', 'draft_photos'] as const;

export type Drafts = {
  /** The order this user drafted last; null without a draft. */
  draftedOrderId(user_id: string): Promise<string | null>;
  /** Kept per user and order (ruling F6), until the delivery is done. */
  read(user_id: string, order_id: string): Promise<Draft>;
  /** Resolves when the changes are safely on the device. `wanted` is asked when they are about to be written. */
  save(user_id: string, order_id: string, changes: Partial<Draft>, wanted?: () => boolean): Promise<void>;
  clear(user_id: string, order_id: string): Promise<void>;
  /** Whether this user has entered anything that a sign-out would delete. */
  has(user_id: string): Promise<boolean>;
};

export function createDrafts(world: World): Drafts {
  const store = deviceStore(world);
  return {
    async draftedOrderId(user_id) {
      const drafts = await store.read(['drafts'], (tx) => tx.all('drafts', { pairs_of: user_id }));
      const [newest] = drafts.toSorted((one, other) => other.saved_at - one.saved_at);
      return newest?.order_id ?? null;
    },
    async read(user_id, order_id) {
      const key: [string, string] = [user_id, order_id];
      const [stored, taken] = await store.read(STORES, (tx) =>
        Promise.all([tx.get('drafts', key), tx.get('draft_photos', key)]),
      );
      if (!stored) return EMPTY_DRAFT;
      const { customer_name, receipt_confirmed, payment_received, tender } = stored;
      const photo = taken ? new Blob([taken.bytes], { type: taken.type }) : null;
      return { photo, customer_name, receipt_confirmed, payment_received, tender };
    },
    async save(user_id, order_id, { photo, ...changes }, wanted = () => true) {
      const bytes = photo && { bytes: await photo.arrayBuffer(), type: photo.type };
      if (!wanted()) return;
      const key: [string, string] = [user_id, order_id];
      const write = async (tx: Writing<Pick<DeviceRecords, (typeof STORES)[number]>>) => {
        const before = (await tx.get('drafts', key)) ?? EMPTY_WORDS;
        await tx.put('drafts', { ...before, ...changes, user_id, order_id, saved_at: world.now() });
        if (bytes === null) await tx.delete('draft_photos', key);
        if (bytes) await tx.put('draft_photos', { user_id, order_id, ...bytes });
      };
      await store.write(STORES, write, 'durable');
    },
    async clear(user_id, order_id) {
      await store.write(STORES, async (tx) => {
        for (const name of STORES) await tx.delete(name, [user_id, order_id]);
      });
    },
    async has(user_id) {
      const [drafts, photos, entries] = await store.read(['drafts', 'draft_photos', 'entries'], (tx) =>
        Promise.all([
          tx.all('drafts', { pairs_of: user_id }),
          tx.keys('draft_photos', { pairs_of: user_id }),
          tx.all('entries'),
        ]),
      );
      const isInUse = draftsInUse(entries);
      const photographed = new Set(photos.map(([, order_id]) => order_id));
      return drafts.some(
        (draft) => !isInUse(draft) && (isFilledIn(draft) || photographed.has(draft.order_id)),
      );
    },
  };
}

function isFilledIn({ customer_name, receipt_confirmed, payment_received, tender }: StoredDraft): boolean {
  return customer_name.trim() !== '' || receipt_confirmed || payment_received || tender !== null;
}

/**
 * Tells which drafts are those of a confirmed delivery that is not recorded. They wait with it: where it is refused it is corrected from
 * its draft, and its customer is no longer there for another photo.
 */
export function draftsInUse(
  entries: readonly StoredEntry[],
): (draft: Pick<StoredDraft, 'user_id' | 'order_id'>) => boolean {
  const unsent = new Set(
    entries.flatMap(({ endpoint, state, user_id, subject }) =>
      endpoint === 'confirm_delivery' && state !== 'done' ? [`${user_id} ${subject}`] : [],
    ),
  );
  return ({ user_id, order_id }) => unsent.has(`${user_id} ${order_id}`);
}
