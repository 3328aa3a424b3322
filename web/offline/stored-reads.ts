import type { Identity } from '../api/identity.ts';
import type { ReadStore } from '../api/read-store.ts';
import type { DeviceDatabase } from './device-database.ts';

const KEPT_MS = 14 * 24 * 3_600_000;

export type StoredReads = ReadStore & {
  /** Deletes what everybody else has read, and what is old; null: all of it. */
  keepOnly(user_id: string | null): Promise<void>;
};

/**
 * The newest answers of the user's reads, shown until the server answers again. A device that cannot keep them (full, or
 * storage forbidden) only starts with empty screens.
 */
export function createStoredReads(database: DeviceDatabase, identity: Identity): StoredReads {
  return {
    async read(user_id, key) {
      const stored = await database.run((db) => db.get('reads', [user_id, key])).catch(() => undefined);
      return stored ? { answer: stored.answer, as_of: stored.as_of } : null;
    },
    async write(user_id, key, { answer, as_of }) {
      // An answer that arrives after its user has left must not be kept: the wipe is over.
      if (identity.user_id() !== user_id) return;
      await database.run((db) => db.put('reads', { user_id, key, answer, as_of })).catch(() => null);
    },
    async keepOnly(user_id) {
      const oldest = Date.now() - KEPT_MS;
      await database.run(async (db) => {
        const tx = db.transaction('reads', 'readwrite');
        for (let cursor = await tx.store.openCursor(); cursor; cursor = await cursor.continue()) {
          if (cursor.value.user_id !== user_id || cursor.value.as_of < oldest) await cursor.delete();
        }
        await tx.done;
      });
    },
  };
}
