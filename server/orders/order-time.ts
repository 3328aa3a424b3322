const FIRST_MS = Date.UTC(2000, 0);
const DAY_MS = 24 * 3_600_000;
const PROMISE_DAYS_MAX = 366;

/** True for a plausible time of order: not before 2000, and at most a day ahead, as another clock may be. */
export function isPlausibleOrderTime(at: Date, now: Date): boolean {
  return at.getTime() >= FIRST_MS && at.getTime() <= now.getTime() + DAY_MS;
}

/** True for a plausible promised time; a time further away was misread. */
export function isPlausiblePromise(at: Date, now: Date): boolean {
  return Math.abs(at.getTime() - now.getTime()) <= PROMISE_DAYS_MAX * DAY_MS;
}
