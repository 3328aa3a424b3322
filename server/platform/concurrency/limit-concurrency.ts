import { Problem } from '../problem.ts';

/**
 * Returns a function that runs up to `at_once` tasks concurrently and queues the rest in order. Throws
 * `unavailable` once `waiting_max` tasks are queued: a client that would wait long had better retry later.
 */
export function limitConcurrency(
  at_once: number,
  waiting_max: number,
): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (work) => {
    if (running < at_once) running += 1;
    else if (waiting.length >= waiting_max) throw new Problem('unavailable');
    // A task that ends passes its place to the next in the queue.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
