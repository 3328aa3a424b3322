import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 50;

/**
 * Polls until `attempt` returns a truthy result, and returns it. After `ms_max` throws an error that names
 * `what`; an error of `attempt` counts as no result.
 */
export async function eventually<Result>(
  what: string,
  ms_max: number,
  attempt: () => Promise<Result | undefined | null | false>,
): Promise<Result> {
  const end = performance.now() + ms_max;
  let problem: unknown = 'no result';
  for (;;) {
    try {
      const result = await attempt();
      if (result) return result;
      problem = 'no result yet';
    } catch (error) {
      problem = error;
    }
    if (performance.now() > end)
      throw new Error(`Timed out after ${ms_max / 1000} s: ${what}`, { cause: problem });
    await pause(POLL_MS);
  }
}
