/**
 * How far the device's clock is from the server's (ruling B5). Every answer says the server's time; the sample with the
 * shortest round trip among the newest ones counts, since its error is at most half of that trip.
 */
type Sample = { offset_ms: number; round_trip_ms: number };

const KEY = 'mandoob.clock_offset_ms';
const SAMPLES = 8;
const samples: Sample[] = [];

/** What has to be added to the device's clock to get the server's, in whole ms; the last known one when offline. */
export function clockOffsetMs(): number {
  const [first, ...others] = samples;
  if (!first) return remembered();
  return others.reduce((best, sample) => (sample.round_trip_ms < best.round_trip_ms ? sample : best), first)
    .offset_ms;
}

/**
 * Takes the header `server-time` (ms since epoch) of an answer. `asked_at` and `answered_at` are the device's clock, in ms;
 * an answer during which that clock was set back is ignored.
 */
export function noteServerTime(server_time: string | null, asked_at: number, answered_at: number): void {
  const server_ms = server_time === null ? Number.NaN : Number(server_time);
  const round_trip_ms = answered_at - asked_at;
  if (!Number.isSafeInteger(server_ms) || server_ms <= 0 || round_trip_ms < 0) return;
  const offset_ms = Math.round(server_ms - (asked_at + round_trip_ms / 2));
  samples.push({ offset_ms, round_trip_ms });
  if (samples.length > SAMPLES) samples.shift();
  remember(clockOffsetMs());
}

function remembered(): number {
  try {
    const offset_ms = Number(localStorage.getItem(KEY) ?? '0');
    return Number.isSafeInteger(offset_ms) ? offset_ms : 0;
  } catch {
    return 0;
  }
}

function remember(offset_ms: number): void {
  try {
    localStorage.setItem(KEY, String(offset_ms));
  } catch {
    // A full or forbidden storage only costs the estimate after a restart without a network.
  }
}
