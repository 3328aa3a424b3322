import { setTimeout as pause } from 'node:timers/promises';

export type CacheLimits = {
  /** The time for which a value is reused, in ms. */
  kept_ms: number;
  /** The longest wait of a caller, in ms; after that it gets null. */
  waited_ms_max: number;
};

export const CACHE_LIMITS: CacheLimits = { kept_ms: 15_000, waited_ms_max: 2_500 };

/**
 * Caches the result of `read`: it runs at most once every `kept_ms` and never concurrently, however many
 * callers there are and however long it takes. Callers get null when it fails or takes too long. `onFailure`
 * is called for the first failure after a success.
 */
export function cachedRead<T>(
  read: () => Promise<T>,
  onFailure: (error: unknown) => void,
  { kept_ms, waited_ms_max }: CacheLimits = CACHE_LIMITS,
): () => Promise<T | null> {
  let known: { value: T; until: number } | null = null;
  let reading: Promise<T | null> | null = null;
  let is_failing = false;

  async function readOnce(): Promise<T | null> {
    try {
      const value = await read();
      known = { value, until: performance.now() + kept_ms };
      is_failing = false;
      return value;
    } catch (error) {
      if (!is_failing) onFailure(error);
      is_failing = true;
      return null;
    } finally {
      reading = null;
    }
  }

  return async () => {
    if (known && performance.now() < known.until) return known.value;
    reading ??= readOnce();
    return Promise.race([reading, pause(waited_ms_max, null, { ref: false })]);
  };
}
