import { dayOf, formatTime } from '../../../contract/rules/dates/dates.ts';
import type { LocalDateTime } from '../../../contract/rules/local-date/read-local-date.ts';

const MINUTE_MS = 60_000;
const ZONED = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::\d{2})?(?:\.\d+)? ?(Z|[+-]\d{2}:?\d{2})$/;

/** Parses a timestamp with its offset from UTC; undefined for any other text. */
export function readZonedTimestamp(text: string): Date | undefined {
  const [, day, time, zone = ''] = ZONED.exec(text) ?? [];
  if (day === undefined) return undefined;
  const at = new Date(`${day}T${time}:00${zone.replace(/(\d{2})(\d{2})$/, '$1:$2')}`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/**
 * Returns the instant of a local time, by the shop's clock or with the offset that the text has. For a day
 * without a time, `whole_day` is the time. In a DST gap: one hour later. In a repeated hour: the first.
 */
export function instantOf(moment: LocalDateTime, time_zone: string, whole_day = '00:00'): Date {
  const { day, time, zone_minutes } = moment;
  const wanted = Date.parse(`${day}T${time ?? whole_day}:00Z`);
  if (zone_minutes !== undefined) return new Date(wanted - zone_minutes * MINUTE_MS);
  const shown = (at: number) =>
    Date.parse(`${dayOf(new Date(at), time_zone)}T${formatTime(new Date(at), time_zone)}:00Z`);
  const first = wanted - (shown(wanted) - wanted);
  return new Date(first - (shown(first) - wanted));
}
