import { wallTimeOf } from '../../../contract/rules/wall-clock.ts';

const MINUTE_MS = 60_000;
/** No zone changes its clocks twice within so long. */
const STRETCH_MS = 6 * 60 * MINUTE_MS;

/**
 * What clocks of the zone show at an instant, as ms since 1970 of a clock that is never changed. Asking the platform for a million
 * times takes longer than to read them: it is asked for the ends of a stretch of time, and within it only where these differ.
 */
export function shownIn(time_zone: string): (instant: string) => number {
  const stretches = new Map<number, number | null>();

  function offsetAt(ms: number): number {
    const minute = Math.floor(ms / MINUTE_MS) * MINUTE_MS;
    return Date.parse(`${wallTimeOf(new Date(ms).toISOString(), time_zone)}Z`) - minute;
  }

  return (instant) => {
    const ms = Date.parse(instant);
    const stretch = Math.floor(ms / STRETCH_MS);
    let offset = stretches.get(stretch);
    if (offset === undefined) {
      const [first, last] = [offsetAt(stretch * STRETCH_MS), offsetAt((stretch + 1) * STRETCH_MS - 1)];
      offset = first === last ? first : null;
      stretches.set(stretch, offset);
    }
    return ms + (offset ?? offsetAt(ms));
  };
}

/** `2026-11-23 14:05:09`. */
export function secondsText(shown_ms: number): string {
  return new Date(shown_ms).toISOString().slice(0, 19).replace('T', ' ');
}
