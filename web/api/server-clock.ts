import { KEPT, type KeptTexts } from '../world/kept-texts.ts';
import type { World } from '../world/world.ts';

export type ServerClock = ReturnType<typeof createServerClock>;

type Sample = {
  round_trip_ms: number;
  /** What the device's clock, as it was set then, showed when `elapsed` was 0; and the server's. */
  began_at: number;
  server_began_at: number;
};

const SAMPLES = 8;
/** The device's two clocks drift apart by less, unless one is set or stands still. */
const SET_MS_MIN = 1_000;
/** Smaller changes are not worth a write to the device. */
const KEPT_STEP_MS = 100;

/**
 * How far the device's clock is from the server's (ruling B5). Every answer says the server's time; the sample with the
 * shortest round trip among the newest ones counts, since its error is at most half of that trip. A clock that is set back
 * afterwards moves nothing while this page lives: no time is shorter than `elapsed` says (decision 26).
 */
export function createServerClock(
  kept: Pick<KeptTexts, 'read' | 'write'>,
  { now, elapsed }: Pick<World, 'now' | 'elapsed'>,
) {
  let samples: Sample[] = [];
  const beganAt = () => now() - elapsed();

  function offsetMs(): number {
    const [best] = samples.toSorted((one, other) => one.round_trip_ms - other.round_trip_ms);
    return best ? Math.round(best.server_began_at - Math.min(best.began_at, beganAt())) : remembered();
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
      const began_at = beganAt();
      // What was measured before the clock was set, or the device slept, tells less than this.
      samples = samples
        .filter((sample) => Math.abs(sample.began_at - began_at) < SET_MS_MIN)
        .slice(1 - SAMPLES);
      const server_began_at = server_ms - (asked_at + round_trip_ms / 2) + began_at;
      samples.push({ round_trip_ms, began_at, server_began_at });
      const offset_ms = offsetMs();
      if (Math.abs(offset_ms - remembered()) < KEPT_STEP_MS) return;
      void kept.write({ [KEPT.clock_offset]: String(offset_ms) });
    },
  };
}
