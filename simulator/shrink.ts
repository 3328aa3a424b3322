import type { SeedResult } from './worker.ts';

type Run = (without: readonly number[]) => Promise<SeedResult>;

/**
 * Shortens a failing run by omitting steps of its plan: first halves, then quarters, down to single steps, as
 * long as it still fails. Returns the shortest failing run after at most `runs_max` runs.
 */
export async function shrink(failing: SeedResult, run: Run, runs_max = 60): Promise<SeedResult> {
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
  const present = new Set(kept);
  return Array.from({ length: planned }, (_, step) => step).filter((step) => !present.has(step));
}
