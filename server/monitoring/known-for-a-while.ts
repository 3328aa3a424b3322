import { setTimeout as pause } from 'node:timers/promises';

export type Patience = {
  /** What was read is told again for so long, in ms. */
  kept_ms: number;
  /** Nobody waits longer than this, in ms: then there is none. */
  waited_ms_max: number;
};

export const PATIENCE: Patience = { kept_ms: 15_000, waited_ms_max: 2_500 };

/**
 * What `read` answers, read anew at most every `kept_ms` and never twice at once, however many ask and however long it takes. Null where it
 * fails, which `onFailure` is told once until it succeeds, or where it is not there in time.
 */
export function knownForAWhile<T>(
  read: () => Promise<T>,
  onFailure: (error: unknown) => void,
  { kept_ms, waited_ms_max }: Patience = PATIENCE,
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
