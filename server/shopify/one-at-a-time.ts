/**
 * Runs `work` for a key unless it is running here already; then it runs once more afterwards. So a slow store holds one of the
 * process's workers and not all of them, and nothing that came meanwhile is overlooked.
 */
export function oneAtATime<Key>(work: (key: Key) => Promise<void>): (key: Key) => Promise<void> {
  const running = new Map<Key, { again: boolean }>();
  return async (key) => {
    const current = running.get(key);
    if (current) {
      current.again = true;
      return;
    }
    const state = { again: true };
    running.set(key, state);
    try {
      while (state.again) {
        state.again = false;
        await work(key);
      }
    } finally {
      running.delete(key);
    }
  };
}
