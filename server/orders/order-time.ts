const FIRST_MS = Date.UTC(2000, 0);
const DAY_MS = 24 * 3_600_000;
const PROMISE_DAYS_MAX = 366;

/** Whether an order can have come then: neither long before there were any nor later than a clock may be ahead of ours. */
export function canHaveCome(at: Date, now: Date): boolean {
  return at.getTime() >= FIRST_MS && at.getTime() <= now.getTime() + DAY_MS;
}

/** Whether anybody promises an order for then: what is further away was read wrong. */
export function canBePromised(at: Date, now: Date): boolean {
  return Math.abs(at.getTime() - now.getTime()) <= PROMISE_DAYS_MAX * DAY_MS;
}
