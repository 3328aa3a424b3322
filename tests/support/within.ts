import { limitMs } from './time-limits.ts';

/** Half of a test's time limit, in ms, so that the error that names the awaited event comes first. */
const BASE_MS = 30_000;

/** Settles like `promise`. If that takes too long, rejects with an error that names `what`. */
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
