import type { Environment } from '../environment/environment.ts';
import { pause } from '../environment/timing.ts';

/**
 * Minimum time between the starts of two runs, in ms. Each run is also followed by a pause at least as long
 * as itself.
 */
const EVERY_MS = 100;

/**
 * Returns a function that triggers `work`, one run at a time: calls during a run cause a single further run.
 * Errors of `work` are ignored. `onIdle` is called when no run is pending.
 */
export function oneAtATime(
  { timer, elapsed }: Pick<Environment, 'timer' | 'elapsed'>,
  work: () => Promise<unknown>,
  onIdle: () => void = () => {},
): () => void {
  let is_wanted = false;
  let is_running = false;

  async function run(): Promise<void> {
    is_running = true;
    while (is_wanted) {
      is_wanted = false;
      const began = elapsed();
      await work().catch(() => {});
      const took = elapsed() - began;
      await pause(timer, Math.max(EVERY_MS - took, took));
    }
    is_running = false;
    onIdle();
  }

  return () => {
    is_wanted = true;
    if (!is_running) void run();
  };
}
