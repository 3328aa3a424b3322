import { dayOf, formatDateTime, formatTime } from '../../contract/rules/dates/dates.ts';
import { thisTab } from '../environment/this-tab.ts';

/** Formats an instant as `14:05`, with the date if it is not today. */
export function shortTime(instant: Date | string, time_zone: string): string {
  const today = dayOf(instant, time_zone) === dayOf(new Date(thisTab.now()), time_zone);
  return today ? formatTime(instant, time_zone) : formatDateTime(instant, time_zone);
}
