import type { Environment } from '../environment/environment.ts';

export type StoragePersistence = ReturnType<typeof createStoragePersistence>;

/** Requests persistent storage, which the device does not evict when it runs low on space. */
export function createStoragePersistence({ store }: { store: Pick<Environment['store'], 'persist'> }) {
  const listeners = new Set<() => void>();
  let refused = false;
  return {
    /**
     * Requests it. A device may later grant what it refused, so each command that may wait for hours requests
     * it again.
     */
    async request(): Promise<void> {
      const before = refused;
      refused = (await store.persist()) === false;
      if (refused === before) return;
      for (const listener of listeners) listener();
    },
    /** True if the device refused the last request. */
    refused: () => refused,
    /** Calls the listener whenever that changes. Returns a function that unsubscribes. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
