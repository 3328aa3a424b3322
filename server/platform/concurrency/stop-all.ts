import { setTimeout as pause } from 'node:timers/promises';

/** What nobody waits for any more, jobs and queries, gets so long to end once the requests have, in ms: rows say what is left. */
export const LEFT_OVER_MS_MAX = 300;

/** Takes back what was started, the last first. Every step runs, since the database must not be left running; throws the first failure. */
export async function stopAll(started: (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (let step = started.pop(); step; step = started.pop()) {
    await step().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** Waits for a step, but no longer than `ms`: what it still does ends with the process. */
export async function atMost(ms: number, step: Promise<void>): Promise<void> {
  await Promise.race([step, pause(ms, undefined, { ref: false })]);
}
