import type { World } from '../world/world.ts';

export type PromiseToKeep = ReturnType<typeof createPromiseToKeep>;

/** Whether the device has promised not to throw away what waits on it when it runs out of room. */
export function createPromiseToKeep({ store }: { store: Pick<World['store'], 'persist'> }) {
  const listeners = new Set<() => void>();
  let refused = false;
  return {
    /** Asks for it. A device may think better of a refusal, so it is asked again with each command that may wait for hours. */
    async ask(): Promise<void> {
      const before = refused;
      refused = (await store.persist()) === false;
      if (refused === before) return;
      for (const listener of listeners) listener();
    },
    /** It was asked, and it refused. */
    refused: () => refused,
    /** Calls the listener whenever that changes, until the answer is called. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
