/*
 * A sheet stores dates as days since the end of 1899, with the time of day as a fraction, without a time
 * zone. Days before March 1900 are off by one, because Lotus 1-2-3 treated 1900 as a leap year; no order is
 * that old.
 */

const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;
const DAYS_TO_1970 = 25_569;
/** The days between day 0 of the 1900 system and day 0 of the 1904 system. */
export const DAYS_TO_1904 = 1_462;

const ISO_DATE = /^(\d{4}-\d{2}-\d{2})(?:(T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** Converts a date in ISO 8601 to days, and ignores its offset; undefined if it is not a date. */
export function serialOf(iso: string): number | undefined {
  const [, day, time = 'T00:00'] = ISO_DATE.exec(iso) ?? [];
  const at_ms = day === undefined ? Number.NaN : Date.parse(`${day}${time}Z`);
  return Number.isNaN(at_ms) ? undefined : at_ms / DAY_MS + DAYS_TO_1970;
}

/**
 * Formats days as `2026-11-20` or, unless it is midnight to the second, `2026-11-20T14:05`; undefined if the
 * day is out of range. A binary fraction is precise to the second; seconds are cut off, as they are in texts.
 */
export function serialText(serial: number): string | undefined {
  const date = new Date(Math.round(((serial - DAYS_TO_1970) * DAY_MS) / SECOND_MS) * SECOND_MS);
  if (Number.isNaN(date.getTime())) return undefined;
  const text = date.toISOString();
  return text.slice(11, 19) === '00:00:00' ? text.slice(0, 10) : text.slice(0, 16);
}
