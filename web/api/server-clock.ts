import type { Environment } from '../environment/environment.ts';
import { STORED_KEYS, type StoredTexts } from '../environment/stored-texts.ts';

export type ServerClock = ReturnType<typeof createServerClock>;

type Sample = {
  round_trip_ms: number;
  /**
   * The time that the device's clock, as set when sampled, showed when `elapsed` was 0; and the server's time
   * at that instant.
   */
  began_at: number;
  server_began_at: number;
};

const SAMPLES = 8;
/** The drift between the device's two clocks stays below this, unless one is set or stops. */
const SET_MS_MIN = 1_000;
/** Smaller changes are not stored. */
const KEPT_STEP_MS = 100;

/**
 * The offset of the device's clock from the server's. Every response carries the server's time. Among the
 * newest samples, the one with the shortest round trip is used, since its error is at most half of that trip.
 * Setting the clock back later changes nothing while this page is open: time advances at least as far as
 * `elapsed` does (decision 97).
 */
export function createServerClock(
  kept: Pick<StoredTexts, 'read' | 'write'>,
  { now, elapsed }: Pick<Environment, 'now' | 'elapsed'>,
) {
  let samples: Sample[] = [];
  const beganAt = () => now() - elapsed();

  function offsetMs(): number {
    const [best] = samples.toSorted((one, other) => one.round_trip_ms - other.round_trip_ms);
    return best ? Math.round(best.server_began_at - Math.min(best.began_at, beganAt())) : remembered();
  }

  function remembered(): number {
    const offset_ms = Number(kept.read(STORED_KEYS.clock_offset) ?? '0');
    return Number.isSafeInteger(offset_ms) ? offset_ms : 0;
  }

  return {
    /**
     * Add this to the device's clock to get the server's time, in whole ms; the last known value when
     * offline.
     */
    offset_ms: offsetMs,
    /**
     * Reads the header `server-time` (ms since epoch) of a response. `sent_at` and `received_at` are times
     * of the device's clock, in ms; a response during which that clock was set back is ignored.
     */
    note(server_time: string | null, sent_at: number, received_at: number): void {
      const server_ms = server_time === null ? Number.NaN : Number(server_time);
      const round_trip_ms = received_at - sent_at;
      if (!Number.isSafeInteger(server_ms) || server_ms <= 0 || round_trip_ms < 0) return;
      const began_at = beganAt();
      // Samples from before the clock was set, or from before a sleep, are outdated.
      samples = samples
        .filter((sample) => Math.abs(sample.began_at - began_at) < SET_MS_MIN)
        .slice(1 - SAMPLES);
      const server_began_at = server_ms - (sent_at + round_trip_ms / 2) + began_at;
      samples.push({ round_trip_ms, began_at, server_began_at });
      const offset_ms = offsetMs();
      if (Math.abs(offset_ms - remembered()) < KEPT_STEP_MS) return;
      void kept.write({ [STORED_KEYS.clock_offset]: String(offset_ms) });
    },
  };
}
