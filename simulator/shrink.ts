import type { Answered } from './worker.ts';

type Run = (without: readonly number[]) => Promise<Answered>;

/**
 * The shortest failing run that leaving out steps of the plan leads to: halves first, then quarters, down to single ones, as
 * long as it still fails. Stops after so many runs with the shortest it has.
 */
export async function shrink(failing: Answered, run: Run, runs_max = 60): Promise<Answered> {
  let shortest = failing;
  let kept = Array.from({ length: failing.planned }, (_, step) => step);
  let runs = 0;
  for (
    let size = Math.ceil(kept.length / 2);
    size >= 1 && runs < runs_max;
    size = size > 1 ? Math.ceil(size / 2) : 0
  ) {
    for (let at = 0; at < kept.length && runs < runs_max; ) {
      const fewer = kept.toSpliced(at, size);
      runs += 1;
      const outcome = await run(complement(fewer, failing.planned));
      if (outcome.failures.length > 0) {
        kept = fewer;
        shortest = outcome;
      } else {
        at += size;
      }
    }
  }
  return shortest;
}

function complement(kept: readonly number[], planned: number): number[] {
  const there = new Set(kept);
  return Array.from({ length: planned }, (_, step) => step).filter((step) => !there.has(step));
}
