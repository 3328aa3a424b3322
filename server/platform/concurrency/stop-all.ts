import { setTimeout as pause } from 'node:timers/promises';

/**
 * The time allowed for background jobs and queries to end after all requests, in ms. Unfinished work remains
 * in its rows.
 */
export const BACKGROUND_END_MS_MAX = 300;

/**
 * Stops what was started, in reverse order. Runs every step so that the database is stopped; throws the first
 * failure.
 */
export async function stopAll(started: (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (let step = started.pop(); step; step = started.pop()) {
    await step().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** Waits for a step for at most `ms`; a step that takes longer ends with the process. */
export async function atMost(ms: number, step: Promise<void>): Promise<void> {
  await Promise.race([step, pause(ms, undefined, { ref: false })]);
}
