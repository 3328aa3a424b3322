import type { World } from '../world/world.ts';

export type PromiseToKeep = ReturnType<typeof createPromiseToKeep>;

/** Requests persistent storage, which the device does not evict when it runs low on space. */
export function createPromiseToKeep({ store }: { store: Pick<World['store'], 'persist'> }) {
  const listeners = new Set<() => void>();
  let refused = false;
  return {
    /**
     * Requests it. A device may later grant what it refused, so each command that may wait for hours requests
     * it again.
     */
    async ask(): Promise<void> {
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
