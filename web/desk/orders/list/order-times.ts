import { plural, t } from '@lingui/core/macro';

const MINUTE_MS = 60_000;
const HOUR_MIN = 60;
const DAY_MIN = 24 * HOUR_MIN;

/** Formats a duration in ms: `12 min`, `3 h`, `2 d`. */
export function durationText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
  if (minutes < HOUR_MIN) return t`${plural(minutes, { one: '# min', other: '# min' })}`;
  if (minutes < 2 * DAY_MIN) {
    const hours = Math.floor(minutes / HOUR_MIN);
    return t`${plural(hours, { one: '# h', other: '# h' })}`;
  }
  const days = Math.floor(minutes / DAY_MIN);
  return t`${plural(days, { one: '# d', other: '# d' })}`;
}
