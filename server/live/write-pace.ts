const SECOND_MS = 1_000;
const WRITES_MAX = 4;
/** So many of a second go out at once, so that whoever hears seldom hears soon. */
const AT_ONCE = 3;
const SPACED_MS = SECOND_MS / WRITES_MAX;

/** How many of the last writes `nextWriteAt` looks at. */
export const WRITES_REMEMBERED = WRITES_MAX;

/**
 * When a stream may next be written to, in the ms of `now`; `written`: when it was, the newest last. At most four times in any second: the
 * first three at once, more of them spaced evenly, so that nobody who hears much waits for longer than a quarter of one.
 */
export function nextWriteAt(written: readonly number[], now: number): number {
  const lately = written.filter((at) => at > now - SECOND_MS).length;
  const [last = -SECOND_MS] = written.slice(-1);
  const fourth_last = written.at(-WRITES_MAX) ?? -SECOND_MS;
  const spaced = lately < AT_ONCE ? now : last + SPACED_MS;
  return Math.max(now, spaced, fourth_last + SECOND_MS);
}
