import { sql } from '../platform/database/sql.ts';
import { occurredAt } from '../platform/device-clock.ts';

/** The latest retry of a command without a response, in ms; a device's clock is not trusted beyond it. */
const LATE_MS_MAX = 7 * 24 * 60 * 60 * 1000;
/** The same limit for the database. In hours: a day has 23 or 25 hours when the clocks change. */
export const MAX_RECORDING_DELAY = sql`interval '168 hours'`;

/** Returns the handover time by the device's corrected clock, at most seven days before `now`. */
export function handedOverAt(device: { occurred_at: string; clock_offset_ms: number }, now: Date): Date {
  return occurredAt(device, new Date(now.getTime() - LATE_MS_MAX), now);
}
