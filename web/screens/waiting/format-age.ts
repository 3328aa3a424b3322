import { plural, t } from '@lingui/core/macro';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Returns a time and its age: `14:02, 12 min ago`. Only the time if the device's clock was set back since.
 */
export function formatAge(at: string, age_ms: number): string {
  if (age_ms < 0) return at;
  if (age_ms < MINUTE_MS) return t`${at}, just now`;
  if (age_ms < HOUR_MS) return t`${at}, ${Math.floor(age_ms / MINUTE_MS)} min ago`;
  if (age_ms < DAY_MS) return t`${at}, ${Math.floor(age_ms / HOUR_MS)} h ago`;
  const days = Math.floor(age_ms / DAY_MS);
  return t`${at}, ${plural(days, { one: '# day ago', other: '# days ago' })}`;
}
