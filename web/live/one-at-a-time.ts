import { pause } from '../world/waiting.ts';
import type { World } from '../world/world.ts';

/** From the beginning of one run to that of the next, in ms; and twice as long as the last one took, so that nobody does only this. */
const EVERY_MS = 100;

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
