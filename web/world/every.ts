import type { Timer } from './world.ts';

/** Runs `work` every so many ms until the answer is called. */
export function every(timer: Timer, ms: number, work: () => void): () => void {
  const next = () =>
    timer.after(ms, () => {
      cancel = next();
      work();
    });
  let cancel = next();
  return () => cancel();
}
