import { pause } from '../world/waiting.ts';
import type { World } from '../world/world.ts';

/** Between two runs, in ms; and as long as the last one took, so that nobody does only this. */
const REST_MS = 100;

/**
 * Runs `work` whenever the answer is called, one run at a time: what is wanted meanwhile is one more run. What it throws is for `work` to
 * tell. `onIdle`: nothing is left to do.
 */
export function oneAtATime(
  { timer, elapsed }: Pick<World, 'timer' | 'elapsed'>,
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
      await pause(timer, Math.max(REST_MS, elapsed() - began));
    }
    is_running = false;
    onIdle();
  }

  return () => {
    is_wanted = true;
    if (!is_running) void run();
  };
}
