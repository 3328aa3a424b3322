import type { BenchPlace } from '../bench-place.ts';
import { knownOnly, tenths } from '../measure/measure.ts';
import { stolenMs } from '../measure/processor-time.ts';
import type { LoopClock } from './open-loop.ts';
import { connectionsOf, residentMb, tableSizes } from './state-of-server.ts';

/** The state at the end of a minute; `_max` is the highest sample within it. */
export type Minute = {
  minute: number;
  rss_mb: number;
  connections: number;
  busy_max: number;
  waiting_max: number;
  /** Dead rows of all watched tables. */
  dead_rows: number;
  /** Time stolen by the hypervisor, in percent of one processor; absent without /proc. */
  stolen_percent?: number;
};

const SAMPLES_A_MINUTE = 12;

/** Samples the state of the server for `minutes` of `minute_s` seconds each. */
export async function watchMinutes(
  place: BenchPlace,
  tables: readonly string[],
  clock: LoopClock,
  { minutes, minute_s }: { minutes: number; minute_s: number },
): Promise<Minute[]> {
  const { owner } = place.pools;
  const seen: Minute[] = [];
  let stolen_before_ms = stolenMs();
  for (let minute = 1; minute <= minutes; minute += 1) {
    const samples = [];
    for (let sample = 1; sample <= SAMPLES_A_MINUTE; sample += 1) {
      await clock.until((minute - 1 + sample / SAMPLES_A_MINUTE) * minute_s * 1_000);
      samples.push(await connectionsOf(owner));
    }
    const stolen_ms = stolenMs();
    const sizes = await tableSizes(owner, tables);
    seen.push({
      minute,
      rss_mb: tenths(await residentMb(place.server.pid)),
      connections: samples.at(-1)?.connections ?? 0,
      busy_max: Math.max(...samples.map(({ busy }) => busy)),
      waiting_max: Math.max(...samples.map(({ waiting }) => waiting)),
      dead_rows: sizes.reduce((sum, { dead }) => sum + dead, 0),
      ...knownOnly({ stolen_percent: percentOf(stolen_before_ms, stolen_ms, minute_s) }),
    });
    stolen_before_ms = stolen_ms;
  }
  return seen;
}

function percentOf(before_ms: number | null, after_ms: number | null, seconds: number): number | null {
  if (before_ms === null || after_ms === null) return null;
  return tenths((after_ms - before_ms) / (seconds * 10));
}
