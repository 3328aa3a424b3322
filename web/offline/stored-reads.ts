import type { Identity } from '../api/identity.ts';
import type { ReadStore } from '../api/read-store.ts';
import type { Environment } from '../environment/environment.ts';
import { deviceStore, SPARE } from './device-records.ts';

const KEPT_MS = 14 * 24 * 3_600_000;

/**
 * Stores the newest responses to the user's reads, shown until the server responds. On a failing device
 * screens start empty.
 */
export function createStoredReads(environment: Environment, identity: Identity) {
  const store = deviceStore(environment);
  const reads: ReadStore = {
    async read(user_id, key) {
      const stored = await store
        .read(['reads'], (tx) => tx.get('reads', [user_id, key]))
        .catch(() => undefined);
      return stored ? { answer: stored.answer, as_of: stored.as_of } : null;
    },
    async write(user_id, key, { answer, as_of }) {
      // A response that arrives after its user has left must not be stored: the device was already wiped.
      if (identity.user_id() !== user_id) return;
      await store.write(['reads'], (tx) => tx.put('reads', { user_id, key, answer, as_of })).catch(() => {});
    },
  };
  return {
    ...reads,
    /** Deletes the reads of all other users, and old ones; null deletes the reads of all users. */
    async keepOnly(user_id: string | null): Promise<void> {
      const oldest = environment.now() - KEPT_MS;
      const today = new Date(environment.now()).toISOString().slice(0, 10);
      await store.write(['reads'], async (tx) => {
        for (const [reader, key] of await tx.keys('reads')) {
          // The key of a spare read contains its expiry date, so that its document need not be loaded here.
          const old = key.startsWith(SPARE)
            ? key.slice(SPARE.length) < today
            : ((await tx.get('reads', [reader, key]))?.as_of ?? 0) < oldest;
          if (reader !== user_id || old) await tx.delete('reads', [reader, key]);
        }
      });
    },
  };
}
