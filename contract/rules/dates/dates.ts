/**
 * A calendar day, `2026-11-20`. All dates on screen, in print, in references and in paths are in the shop's
 * time zone. Instants are sent as ISO 8601 text in UTC.
 */
export type DateText = string;

/** The earliest deposit date. Browsers submit a year of two digits as one of the first century. */
export const FIRST_DEPOSIT_DATE: DateText = '2000-01-01';

type Parts = Record<'year' | 'month' | 'day' | 'hour' | 'minute', string>;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/**
 * Caches for each time zone its format, which is slow to create, and the parts of the last minute, which is
 * often requested again.
 */
const zones = new Map<string, { format: Intl.DateTimeFormat; minute: number; parts: Parts }>();

/** Throws a RangeError for an unknown time zone. */
function partsOf(instant: Date | string, time_zone: string): Parts {
  const at = new Date(instant);
  // Since 1972 the offsets of all time zones are whole minutes.
  const minute = Math.floor(at.getTime() / 60_000);
  const last = zones.get(time_zone);
  if (last?.minute === minute) return last.parts;
  const format = last?.format ?? formatOf(time_zone);
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value])) as Parts;
  zones.set(time_zone, { format, minute, parts });
  return parts;
}

function formatOf(time_zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: time_zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}

/** Accepts names only: the sign of an offset means east of Greenwich here, and west in other programs. */
export function isTimeZone(time_zone: string): boolean {
  if (/^[+-]/.test(time_zone)) return false;
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: time_zone });
    return true;
  } catch {
    return false;
  }
}

/** `Nov 20, 2026 14:05` (the specification's MMM dd, yyyy HH:mm, 24 h). */
export function formatDateTime(instant: Date | string, time_zone: string): string {
  const { year, month, day, hour, minute } = partsOf(instant, time_zone);
  return `${MONTHS[Number(month) - 1]} ${day}, ${year} ${hour}:${minute}`;
}

/** Formats the time of day: `14:05`. */
export function formatTime(instant: Date | string, time_zone: string): string {
  const { hour, minute } = partsOf(instant, time_zone);
  return `${hour}:${minute}`;
}

/** Formats the day: `20 Nov 2026`. */
export function formatDate(instant: Date | string, time_zone: string): string {
  const { year, month, day } = partsOf(instant, time_zone);
  return `${day} ${MONTHS[Number(month) - 1]} ${year}`;
}

/** Returns the calendar day of an instant in the shop's time zone: `2026-11-20`. */
export function dayOf(instant: Date | string, time_zone: string): DateText {
  const { year, month, day } = partsOf(instant, time_zone);
  return `${year}-${month}-${day}`;
}

/** Returns the month, `2026-11`, which names the folder of a delivery's files. */
export function monthOf(instant: Date | string, time_zone: string): string {
  return dayOf(instant, time_zone).slice(0, 7);
}
