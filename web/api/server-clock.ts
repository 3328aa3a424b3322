import { KEPT, type KeptTexts } from '../world/kept-texts.ts';

export type ServerClock = ReturnType<typeof createServerClock>;

const SAMPLES = 8;
/** Smaller changes are not worth a write to the device. */
const KEPT_STEP_MS = 100;

/**
 * How far the device's clock is from the server's (ruling B5). Every answer says the server's time; the sample with the
 * shortest round trip among the newest ones counts, since its error is at most half of that trip.
 */
export function createServerClock(kept: Pick<KeptTexts, 'read' | 'write'>) {
  const samples: { offset_ms: number; round_trip_ms: number }[] = [];

  function offsetMs(): number {
    const [first, ...others] = samples;
    if (!first) return remembered();
    return others.reduce((best, sample) => (sample.round_trip_ms < best.round_trip_ms ? sample : best), first)
      .offset_ms;
  }

  function remembered(): number {
    const offset_ms = Number(kept.read(KEPT.clock_offset) ?? '0');
    return Number.isSafeInteger(offset_ms) ? offset_ms : 0;
  }

  return {
    /** What has to be added to the device's clock to get the server's, in whole ms; the last known one when offline. */
    offset_ms: offsetMs,
    /**
     * Takes the header `server-time` (ms since epoch) of an answer. `asked_at` and `answered_at` are the device's clock, in ms;
     * an answer during which that clock was set back is ignored.
     */
    note(server_time: string | null, asked_at: number, answered_at: number): void {
      const server_ms = server_time === null ? Number.NaN : Number(server_time);
      const round_trip_ms = answered_at - asked_at;
      if (!Number.isSafeInteger(server_ms) || server_ms <= 0 || round_trip_ms < 0) return;
      samples.push({ offset_ms: Math.round(server_ms - (asked_at + round_trip_ms / 2)), round_trip_ms });
      if (samples.length > SAMPLES) samples.shift();
      const offset_ms = offsetMs();
      if (Math.abs(offset_ms - remembered()) < KEPT_STEP_MS) return;
      void kept.write({ [KEPT.clock_offset]: String(offset_ms) });
    },
  };
}
