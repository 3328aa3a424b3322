import type { Config } from '../platform/config.ts';

/** A session ends after so many days without use, and after so many in all (ruling G8). */
export type SessionLimits = { unused_days: number; total_days: number };

export function sessionLimits(config: Config): SessionLimits {
  return { unused_days: config.session_unused_days, total_days: config.session_total_days };
}

const DAY_S = 24 * 3600;

/** How long a session that opens now lasts in all, in seconds. */
export function wholeLifeSeconds({ total_days }: SessionLimits): number {
  return total_days * DAY_S;
}
