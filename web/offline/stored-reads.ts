import type { Identity } from '../api/identity.ts';
import type { ReadStore } from '../api/read-store.ts';
import type { World } from '../world/world.ts';
import { deviceStore } from './device-records.ts';

const KEPT_MS = 14 * 24 * 3_600_000;

/** The newest answers of the user's reads, shown until the server answers again. A device that cannot keep them starts with empty screens. */
export function createStoredReads(world: World, identity: Identity) {
  const store = deviceStore(world);
  const reads: ReadStore = {
    async read(user_id, key) {
      const stored = await store
        .read(['reads'], (tx) => tx.get('reads', [user_id, key]))
        .catch(() => undefined);
      return stored ? { answer: stored.answer, as_of: stored.as_of } : null;
    },
    async write(user_id, key, { answer, as_of }) {
      // An answer that arrives after its user has left must not be kept: the wipe is over.
      if (identity.user_id() !== user_id) return;
      await store.write(['reads'], (tx) => tx.put('reads', { user_id, key, answer, as_of })).catch(() => {});
    },
  };
  return {
    ...reads,
    /** Deletes what everybody else has read, and what is old; null: all of it. */
    async keepOnly(user_id: string | null): Promise<void> {
      const oldest = world.now() - KEPT_MS;
      await store.write(['reads'], async (tx) => {
        for (const read of await tx.all('reads')) {
          const gone = read.user_id !== user_id || read.as_of < oldest;
          if (gone) await tx.delete('reads', [read.user_id, read.key]);
        }
      });
    },
  };
}
