import type { DateText } from '../dates/dates.ts';

/** The days of a report: calendar days in the shop's time zone, both included. */
export type Period = { from: DateText; to: DateText };

export const PERIOD_PRESETS = [
  'today',
  'yesterday',
  'this_week',
  'last_week',
  'this_month',
  'last_month',
  'this_year',
] as const;
export type PeriodPreset = (typeof PERIOD_PRESETS)[number];

/** The reasons why two dates are not a valid period. */
export type PeriodFault = 'not_a_date' | 'to_before_from' | 'too_long';

/** The longest period of a report. */
export const PERIOD_MAX_YEARS = 10;

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns noon of a day in UTC, where no clock change can shift the day; null if the day does not exist. */
function noonOf(date: DateText): Date | null {
  const [, year = '', month, day] = DATE.exec(date) ?? [];
  // Years with fewer than four digits are ambiguous.
  if (month === undefined || day === undefined || Number(year) < 1000) return null;
  const noon = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day), 12));
  return dateAt(noon) === date ? noon : null;
}

function dateAt(noon: Date): DateText {
  return noon.toISOString().slice(0, 10);
}

export function isCalendarDay(date: string): boolean {
  return noonOf(date) !== null;
}

/** Returns the day `days` later, or earlier if negative. Throws a RangeError for an invalid day. */
export function daysLater(date: DateText, days: number): DateText {
  const noon = noonOf(date);
  if (!noon) throw new RangeError(`Not a day: ${date}`);
  return dateAt(new Date(noon.getTime() + days * DAY_MS));
}

/** Returns null for a valid period. */
export function periodFault({ from, to }: Period): PeriodFault | null {
  const [first, last] = [noonOf(from), noonOf(to)];
  if (!first || !last) return 'not_a_date';
  if (last < first) return 'to_before_from';
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(4) < from.slice(4) ? 1 : 0);
  return years >= PERIOD_MAX_YEARS ? 'too_long' : null;
}

/** Returns a preset's days, seen from `today`; they may extend into the future. Weeks begin on Monday. */
export function periodOf(preset: PeriodPreset, today: DateText): Period {
  const noon = noonOf(today);
  if (!noon) throw new RangeError(`Not a day: ${today}`);
  const monday = daysLater(today, -((noon.getUTCDay() + 6) % 7));
  const year = noon.getUTCFullYear();
  const ofMonth = (month: number): Period => ({
    from: dateAt(new Date(Date.UTC(year, month, 1, 12))),
    to: dateAt(new Date(Date.UTC(year, month + 1, 0, 12))),
  });
  switch (preset) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: daysLater(today, -1), to: daysLater(today, -1) };
    case 'this_week':
      return { from: monday, to: daysLater(monday, 6) };
    case 'last_week':
      return { from: daysLater(monday, -7), to: daysLater(monday, -1) };
    case 'this_month':
      return ofMonth(noon.getUTCMonth());
    case 'last_month':
      return ofMonth(noon.getUTCMonth() - 1);
    case 'this_year':
      return { from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` };
  }
}
