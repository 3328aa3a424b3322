import { type DateText, formatDate } from '../../../contract/rules/dates/dates.ts';

/** Formats a calendar day, for example `1 Nov 2026`. */
export function formatDay(day: DateText): string {
  // A calendar day does not depend on a time zone.
  return formatDate(`${day}T12:00:00Z`, 'UTC').replace(/^0/, '');
}
