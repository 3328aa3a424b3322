import { expect, it } from 'vitest';
import { type Load, measureBoth, quantiles } from './measure.ts';

function loadOf(name: string, done: string[], other: Partial<Load<number>> = {}): Load<number> {
  return {
    jobs: Array.from({ length: 8 }, (_, job) => job),
    work: async (job) => done.push(`${name}${job}`),
    ...other,
  };
}

it('measures slices of both loads in turns and runs every job once', async () => {
  const done: string[] = [];
  await measureBoth(loadOf('a', done), loadOf('b', done), 1);
  expect(done.join(' ')).toBe('a0 a1 b0 b1 a2 a3 b2 b3 a4 a5 b4 b5 a6 a7 b6 b7');
});

it('reports processor time per job and only from its own load', async () => {
  let used_ms = 0;
  const processorMs = () => used_ms;
  const using = (ms: number): Partial<Load<number>> => ({
    processorMs,
    work: async () => {
      used_ms += ms;
    },
  });
  const measured = await measureBoth(loadOf('a', [], using(3)), loadOf('b', [], using(5)), 2);
  expect(measured.map(({ processor_ms }) => processor_ms)).toEqual([3, 5]);
});

it('reports no processor time if it is unknown', async () => {
  const unknown: Partial<Load<number>> = { processorMs: () => null };
  const measured = await measureBoth(loadOf('a', []), loadOf('b', [], unknown), 1);
  expect(measured.map(({ processor_ms }) => processor_ms)).toEqual([null, null]);
});

it('returns the quantiles of the values, and 0 without values', () => {
  const at = quantiles([5, 1, 4, 2, 3]);
  expect([at(0), at(0.5), at(1)]).toEqual([1, 3, 5]);
  expect(quantiles([])(0.5)).toBe(0);
});
