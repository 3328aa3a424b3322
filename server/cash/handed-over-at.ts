import { sql } from '../platform/database/sql.ts';
import { occurredAt } from '../platform/device-clock.ts';

/** A command that got no answer is sent again, at most this much later; a device's clock is not believed beyond it. */
const LATE_MS_MAX = 7 * 24 * 60 * 60 * 1000;
/** The same to the database. In hours: days are 23 or 25 of them where clocks change. */
export const LATE_AT_MOST = sql`interval '168 hours'`;

/** When cash changed hands by the device's corrected clock, within the last seven days (ruling B5). */
export function handedOverAt(device: { occurred_at: string; clock_offset_ms: number }, now: Date): Date {
  return occurredAt(device, new Date(now.getTime() - LATE_MS_MAX), now);
}
