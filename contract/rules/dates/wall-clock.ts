import { dayOf, formatTime } from './dates.ts';

/** What a clock on the wall of a place shows, as a date-and-time field has it: `2026-11-23T14:30`. */
export type WallTime = string;

const WALL_TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?$/;
const MINUTE_MS = 60_000;

function shownAt(ms: number, time_zone: string): WallTime {
  const at = new Date(ms);
  return `${dayOf(at, time_zone).padStart('2026-11-23'.length, '0')}T${formatTime(at, time_zone)}`;
}

/** What the clock of the time zone shows at an instant. */
export function wallTimeOf(instant: string, time_zone: string): WallTime {
  return shownAt(Date.parse(instant), time_zone);
}

/**
 * When the clock of the time zone shows this; null for what is no time. A time that is shown twice, as clocks are set back, is the first of both; one
 * that is skipped is as far behind the time before as it says.
 */
export function instantOfWallTime(text: WallTime, time_zone: string): string | null {
  if (!WALL_TIME.test(text)) return null;
  const shown = text.slice(0, 16);
  const as_utc = Date.parse(`${shown}Z`);
  if (!Number.isFinite(as_utc)) return null;
  const offset = (ms: number) =>
    Date.parse(`${shownAt(ms, time_zone)}Z`) - Math.floor(ms / MINUTE_MS) * MINUTE_MS;
  const tries = [
    as_utc - offset(as_utc - 24 * 60 * MINUTE_MS),
    as_utc - offset(as_utc + 24 * 60 * MINUTE_MS),
  ];
  const right = tries.find((ms) => shownAt(ms, time_zone) === shown) ?? tries[0];
  return right === undefined ? null : new Date(right).toISOString();
}
