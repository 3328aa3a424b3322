import type { Environment } from '../../environment/environment.ts';
import type { Writing } from '../../environment/store.ts';
import { parseJson, STORED_KEYS, type StoredTexts } from '../../environment/stored-texts.ts';
import {
  type DeviceRecords,
  type Draft,
  deviceStore,
  type StoredDraft,
  type StoredEntry,
} from '../device-records.ts';
import { allEntries, ENTRY_STORES } from '../entry-store.ts';
import { isDelivery } from '../outbox-entry.ts';
import { attemptDrafts, deleteAttemptDraft } from './attempt-drafts.ts';

export const EMPTY_DRAFT: Draft = {
  photo: null,
  customer_name: '',
  receipt_confirmed: false,
  payment_received: false,
  tender: null,
  as_taken: null,
};

const { photo: _, ...EMPTY_FIELDS } = EMPTY_DRAFT;
const STORES = ['drafts', 'draft_photos'] as const;

export function createDrafts(environment: Environment) {
  const store = deviceStore(environment);
  return {
    /** Returns the orders with a draft of this user, of a delivery or an attempt, newest draft first. */
    async draftedOrderIds(user_id: string): Promise<string[]> {
      const [drafts, attempts] = await store.read([...ENTRY_STORES, 'drafts'], (tx) =>
        Promise.all([tx.all('drafts', { pairs_of: user_id }), attemptDrafts(tx)]),
      );
      const all = [...drafts, ...attempts.filter((draft) => draft.user_id === user_id)];
      const newest_first = all.toSorted((one, other) => other.saved_at - one.saved_at);
      return [...new Set(newest_first.map(({ order_id }) => order_id))];
    },
    /** Reads the draft of a user and order; it is kept until the delivery is done. */
    async read(user_id: string, order_id: string): Promise<Draft> {
      const key: [string, string] = [user_id, order_id];
      const [stored, taken] = await store.read(STORES, (tx) =>
        Promise.all([tx.get('drafts', key), tx.get('draft_photos', key)]),
      );
      if (!stored) return EMPTY_DRAFT;
      const { customer_name, receipt_confirmed, payment_received, tender, as_taken = null } = stored;
      const photo = taken ? new Blob([taken.bytes], { type: taken.type }) : null;
      return { photo, customer_name, receipt_confirmed, payment_received, tender, as_taken };
    },
    /**
     * Resolves once the changes are durable. `wanted` is called just before they are written; false discards
     * them.
     */
    async save(
      user_id: string,
      order_id: string,
      { photo, ...changes }: Partial<Draft>,
      wanted = () => true,
    ): Promise<void> {
      const bytes = photo && { bytes: await photo.arrayBuffer(), type: photo.type };
      if (!wanted()) return;
      const key: [string, string] = [user_id, order_id];
      const write = async (tx: Writing<Pick<DeviceRecords, (typeof STORES)[number]>>) => {
        const before = (await tx.get('drafts', key)) ?? EMPTY_FIELDS;
        await tx.put('drafts', { ...before, ...changes, user_id, order_id, saved_at: environment.now() });
        if (bytes === null) await tx.delete('draft_photos', key);
        if (bytes) await tx.put('draft_photos', { user_id, order_id, ...bytes });
      };
      await store.write(STORES, write, 'durable');
    },
    /** Deletes the drafts of a user and order, of a delivery and of an attempt. */
    async clear(user_id: string, order_id: string): Promise<void> {
      await store.write([...STORES, 'notes'], async (tx) => {
        await deleteAttemptDraft(tx, { user_id, order_id });
        for (const name of STORES) await tx.delete(name, [user_id, order_id]);
      });
    },
    /** Returns true if this user has entered anything that a sign-out would delete. */
    async has(user_id: string): Promise<boolean> {
      const [drafts, photos, entries, attempts] = await store.read([...ENTRY_STORES, ...STORES], (tx) =>
        Promise.all([
          tx.all('drafts', { pairs_of: user_id }),
          tx.keys('draft_photos', { pairs_of: user_id }),
          allEntries(tx),
          attemptDrafts(tx),
        ]),
      );
      if (attempts.some((draft) => draft.user_id === user_id)) return true;
      const isInUse = draftsInUse(entries);
      const photographed = new Set(photos.map(([, order_id]) => order_id));
      return drafts.some(
        (draft) => !isInUse(draft) && (isFilledIn(draft) || photographed.has(draft.order_id)),
      );
    },
  };
}

export function isFilledIn(draft: Omit<StoredDraft, 'user_id' | 'order_id' | 'saved_at'>): boolean {
  const { customer_name, receipt_confirmed, payment_received, tender, as_taken = null } = draft;
  const is_entered = receipt_confirmed || payment_received || tender !== null || as_taken !== null;
  return is_entered || customer_name.trim() !== '';
}

/**
 * Returns a check for drafts of confirmed deliveries that are not recorded. These are kept: a refused
 * delivery is corrected from its draft, and the customer is no longer there for another photo.
 */
function draftsInUse(
  entries: readonly StoredEntry[],
): (draft: Pick<StoredDraft, 'user_id' | 'order_id'>) => boolean {
  const unsent = new Set(
    entries.flatMap((entry) =>
      isDelivery(entry) && entry.state !== 'done' ? [`${entry.user_id} ${entry.subject}`] : [],
    ),
  );
  return ({ user_id, order_id }) => unsent.has(`${user_id} ${order_id}`);
}

/** Retention of drafts whose user does not return, in ms. */
const WAITED_MS_MAX = 30 * 24 * 3_600_000;

type Left = { user_id: string /** ms since epoch */; at: number };

/** Deletes drafts of users who leave the device. */
export function createLeftDrafts(environment: Environment, kept: StoredTexts) {
  function note(left: Left | null): Promise<void> {
    return kept.write({ [STORED_KEYS.left]: left && JSON.stringify(left) });
  }

  return {
    /**
     * Deletes the drafts of a user who signs out, whatever time the device's clock gave them, except drafts
     * of confirmed deliveries that are not recorded. A note lets the next page load finish the work if this
     * page closes first.
     */
    async deleteAllOf(user_id: string): Promise<void> {
      await note({ user_id, at: environment.now() });
      await clearDrafts(environment, (draft) => draft.user_id === user_id);
      await note(null);
    },
    /** Finishes at page load what a sign-out could not delete, and deletes expired drafts of other users. */
    async tidy(user_id: string | null): Promise<void> {
      const left = parseJson(kept.read(STORED_KEYS.left)) as Left | null;
      const oldest = environment.now() - WAITED_MS_MAX;
      const isLate = (draft: Saved) => draft.user_id !== user_id && draft.saved_at < oldest;
      // Drafts made after signing in again do not belong to the visit that ended.
      const isLeft = (draft: Saved) =>
        left !== null && draft.user_id === left.user_id && draft.saved_at <= left.at;
      await clearDrafts(environment, (draft) => isLate(draft) || isLeft(draft));
      if (left) await note(null);
    },
  };
}

type Saved = Pick<StoredDraft, 'user_id' | 'saved_at'>;

function clearDrafts(environment: Environment, which: (draft: Saved) => boolean): Promise<void> {
  return deviceStore(environment).write([...ENTRY_STORES, ...STORES], async (tx) => {
    for (const draft of await attemptDrafts(tx, true)) if (which(draft)) await deleteAttemptDraft(tx, draft);
    const isInUse = draftsInUse(await allEntries(tx));
    for (const draft of await tx.all('drafts')) {
      if (isInUse(draft) || !which(draft)) continue;
      await tx.delete('drafts', [draft.user_id, draft.order_id]);
      await tx.delete('draft_photos', [draft.user_id, draft.order_id]);
    }
  });
}
