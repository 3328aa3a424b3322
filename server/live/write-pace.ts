const SECOND_MS = 1_000;
const WRITES_MAX = 4;
/** The number of writes in a second without delay, so that readers with few events receive them at once. */
const AT_ONCE = 3;
const SPACED_MS = SECOND_MS / WRITES_MAX;

/** The number of recent writes that `nextWriteAt` considers. */
export const WRITES_REMEMBERED = WRITES_MAX;

/**
 * Returns when a stream may next be written to, in ms on the clock of `now`; `written` are the times of
 * previous writes, newest last. At most four writes in any second: the first three at once, further ones
 * spaced evenly, so that a reader with many events waits at most a quarter of a second.
 */
export function nextWriteAt(written: readonly number[], now: number): number {
  const lately = written.filter((at) => at > now - SECOND_MS).length;
  const [last = -SECOND_MS] = written.slice(-1);
  const fourth_last = written.at(-WRITES_MAX) ?? -SECOND_MS;
  const spaced = lately < AT_ONCE ? now : last + SPACED_MS;
  return Math.max(now, spaced, fourth_last + SECOND_MS);
}
