import { limitMs } from './time-limits.ts';

/**
 * Half of a test's time limit, in ms: this error names the awaited event, which the test's own limit does
 * not.
 */
const BASE_MS = 30_000;

/** Settles like `promise`. If that takes too long, rejects with `what` was awaited. */
export async function within<T>(what: string, promise: Promise<T>): Promise<T> {
  const limit_ms = limitMs(BASE_MS);
  let late: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new Error(`Waited ${limit_ms} ms for ${what}`)), limit_ms);
  });
  try {
    return await Promise.race([promise, expired]);
  } finally {
    clearTimeout(late);
  }
}
