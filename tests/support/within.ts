import { limitMs } from './time-limits.ts';

/** Half the time of a test: the failure names what was waited for, which the test's own limit does not. In ms. */
const BASE_MS = 30_000;

/** Settles as `promise` does. Rejects with what was waited for when that takes too long. */
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
