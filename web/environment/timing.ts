import type { Environment, Timer } from './environment.ts';

/** Resolves after `ms`. */
export function pause(timer: Timer, ms: number): Promise<void> {
  return new Promise((resolve) => {
    timer.after(ms, resolve);
  });
}

/** Returns the outcome of `work`, or rejects with a TimeoutError after `ms`. */
export async function withTimeout<T>(timer: Timer, ms: number, work: Promise<T>): Promise<T> {
  let endWait = () => {};
  const late = new Promise<never>((_, reject) => {
    endWait = timer.after(ms, () => reject(new DOMException('The time limit was exceeded', 'TimeoutError')));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    endWait();
  }
}

/** Time limit for requests to the store, which may hang on a device with little free space. */
const STORE_MS_MAX = 3_000;

/** Returns the store's result, or rejects with a TimeoutError. The request may still be executed later. */
export function withinStoreTimeout<T>({ timer }: Pick<Environment, 'timer'>, work: Promise<T>): Promise<T> {
  return withTimeout(timer, STORE_MS_MAX, work);
}

/**
 * Passes the outcome of `work` to a callback, unless the returned function is called first. The cleanup of an
 * effect.
 */
export function untilUnmounted<T>(
  work: Promise<T>,
  done: (outcome: T) => void,
  failed: (error: unknown) => void = () => {},
): () => void {
  let active = true;
  work.then(
    (outcome) => active && done(outcome),
    (error: unknown) => active && failed(error),
  );
  return () => {
    active = false;
  };
}

/** Runs `work` every `ms` until the returned function is called. */
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
