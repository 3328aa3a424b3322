import { wallTimeOf } from '../../../contract/rules/dates/wall-clock.ts';

const MINUTE_MS = 60_000;
/** No zone changes its clocks twice within this time. */
const STRETCH_MS = 6 * 60 * MINUTE_MS;

/**
 * Converts instants to the local time of the zone, in ms since 1970. Formatting a million times takes longer
 * than reading them, so the offset is determined once for each six hours, and for each instant only in the
 * six hours that contain a clock change.
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

const DAY_MS = 24 * 60 * MINUTE_MS;
const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/** Formats times as `2026-11-23 14:05:09`. Caches the text of the last day, since rows are in time order. */
export function secondsWriter(): (shown_ms: number) => string {
  let written = { day: Number.NaN, text: '' };
  return (shown_ms) => {
    const day = Math.floor(shown_ms / DAY_MS);
    if (day !== written.day)
      written = { day, text: new Date(day * DAY_MS).toISOString().split('T', 1)[0] ?? '' };
    const seconds = Math.floor((shown_ms - day * DAY_MS) / 1000);
    const [hour, minute] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    return `${written.text} ${TWO_DIGITS[hour]}:${TWO_DIGITS[minute]}:${TWO_DIGITS[seconds % 60]}`;
  };
}
