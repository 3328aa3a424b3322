import { expect, it } from 'vitest';
import { shrink } from './shrink.ts';
import type { SeedResult } from './worker.ts';

function outcome(failures: string[], planned: number): SeedResult {
  const none = { trace: [], rows: null, took_ms: 0, made: 0, settled: 0, faults: {} };
  return { seed: 1, failures, planned, ...none };
}

it('drops every step that a failure does not need', async () => {
  const needed = [3, 41];
  const kept: number[][] = [];
  const run = async (without: readonly number[]) => {
    const steps = Array.from({ length: 60 }, (_, step) => step).filter((step) => !without.includes(step));
    const fails = needed.every((step) => steps.includes(step));
    if (fails) kept.push(steps);
    return outcome(fails ? ['it differs'] : [], 60);
  };
  const shortest = await shrink(outcome(['it differs'], 60), run, 200);
  expect(shortest.failures).toEqual(['it differs']);
  expect(kept.at(-1)).toEqual(needed);
});
