import type { Timer } from './world.ts';

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
