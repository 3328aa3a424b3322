import { type DateText, formatDate } from '../../../contract/rules/dates/dates.ts';

/** `1 Nov 2026`. */
export function dayWords(day: DateText): string {
  // A calendar day is the same wherever one is.
  return formatDate(`${day}T12:00:00Z`, 'UTC').replace(/^0/, '');
}
