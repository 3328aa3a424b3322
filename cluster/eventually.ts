import { setTimeout as pause } from 'node:timers/promises';

const LOOK_MS = 50;

/** Asks again until the answer is there, and answers it. Throws, naming what was waited for, after `ms_max`; what `ask` throws counts as no answer. */
export async function eventually<Answer>(
  what: string,
  ms_max: number,
  ask: () => Promise<Answer | undefined | null | false>,
): Promise<Answer> {
  const end = performance.now() + ms_max;
  let problem: unknown = 'no answer';
  for (;;) {
    try {
      const answer = await ask();
      if (answer) return answer;
      problem = 'not yet so';
    } catch (error) {
      problem = error;
    }
    if (performance.now() > end) throw new Error(`Not in ${ms_max / 1000} s: ${what}`, { cause: problem });
    await pause(LOOK_MS);
  }
}
