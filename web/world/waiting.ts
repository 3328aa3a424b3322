import type { Timer, World } from './world.ts';

/** Resolves after so many ms. */
export function pause(timer: Timer, ms: number): Promise<void> {
  return new Promise((resolve) => {
    timer.after(ms, resolve);
  });
}

/** The outcome of `work`, or a rejection with a TimeoutError once it has taken so many ms. */
export async function within<T>(timer: Timer, ms: number, work: Promise<T>): Promise<T> {
  let endWait = () => {};
  const late = new Promise<never>((_, reject) => {
    endWait = timer.after(ms, () => reject(new DOMException('It took too long', 'TimeoutError')));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    endWait();
  }
}

/** A store that does not answer, as on a phone short of room, must keep nobody waiting for longer. */
const ANSWERED_MS_MAX = 3_000;

/** What the store answers, or a rejection with a TimeoutError. What was asked of it may still be done later. */
export function answered<T>({ timer }: Pick<World, 'timer'>, work: Promise<T>): Promise<T> {
  return within(timer, ANSWERED_MS_MAX, work);
}

/** Tells what becomes of `work` unless the answer is called before, as when who asked has gone: what an effect waits for. */
export function whileHere<T>(
  work: Promise<T>,
  done: (outcome: T) => void,
  failed: (error: unknown) => void = () => {},
): () => void {
  let here = true;
  work.then(
    (outcome) => here && done(outcome),
    (error: unknown) => here && failed(error),
  );
  return () => {
    here = false;
  };
}

/** Runs `work` every so many ms until the answer is called. */
export function every(timer: Timer, ms: number, work: () => void): () => void {
  let stop = () => {};
  const next = () => {
    stop = timer.after(ms, () => {
      next();
      work();
    });
  };
  next();
  return () => stop();
}
