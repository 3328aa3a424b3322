import { Problem } from '../problem.ts';

/** Runs work `at_once` at a time, the rest in order. Throws `unavailable` once `waiting_max` wait: who waits long better comes again. */
export function fewAtOnce(at_once: number, waiting_max: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (work) => {
    if (running < at_once) running += 1;
    else if (waiting.length >= waiting_max) throw new Problem('unavailable');
    // Whoever ends hands on its place.
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
