import { dayOf, formatTime } from './dates.ts';

/** A local date and time, in the format of a date-and-time field: `2026-11-23T14:30`. */
export type WallTime = string;

const WALL_TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?$/;
const MINUTE_MS = 60_000;

function wallTimeAt(ms: number, time_zone: string): WallTime {
  const at = new Date(ms);
  return `${dayOf(at, time_zone).padStart('2026-11-23'.length, '0')}T${formatTime(at, time_zone)}`;
}

/** Returns the local time of an instant in a time zone. */
export function wallTimeOf(instant: string, time_zone: string): WallTime {
  return wallTimeAt(Date.parse(instant), time_zone);
}

/**
 * Converts a local time to an instant; null for an invalid time. In a repeated hour: the first. In a DST gap:
 * one hour later.
 */
export function instantOfWallTime(text: WallTime, time_zone: string): string | null {
  if (!WALL_TIME.test(text)) return null;
  const shown = text.slice(0, 16);
  const as_utc = Date.parse(`${shown}Z`);
  if (!Number.isFinite(as_utc)) return null;
  const offset = (ms: number) =>
    Date.parse(`${wallTimeAt(ms, time_zone)}Z`) - Math.floor(ms / MINUTE_MS) * MINUTE_MS;
  const tries = [
    as_utc - offset(as_utc - 24 * 60 * MINUTE_MS),
    as_utc - offset(as_utc + 24 * 60 * MINUTE_MS),
  ];
  const right = tries.find((ms) => wallTimeAt(ms, time_zone) === shown) ?? tries[0];
  return right === undefined ? null : new Date(right).toISOString();
}
