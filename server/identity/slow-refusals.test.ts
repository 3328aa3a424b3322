import { expect, test } from 'vitest';
import { slowRefusals } from './slow-refusals.ts';

test('the more refusals wait, the longer each does; past a thousand they are answered at once', async () => {
  const pauses_ms: number[] = [];
  const ends: (() => void)[] = [];
  const slowRefusal = slowRefusals(async (delay_ms) => {
    pauses_ms.push(delay_ms);
    await new Promise<void>((end) => ends.push(end));
  });
  const waiting = Array.from({ length: 1_000 }, slowRefusal);
  await slowRefusal();
  expect(pauses_ms).toHaveLength(1_000);
  const [first = 0, last = 0] = [pauses_ms[0], pauses_ms.at(-1)];
  expect(first).toBeGreaterThanOrEqual(260);
  expect(first).toBeLessThan(780);
  // Fifty a second in all: the thousandth waits twenty seconds, give or take half.
  expect(last).toBeGreaterThanOrEqual(10_250);
  expect(last).toBeLessThan(30_750);
  for (const end of ends) end();
  await Promise.all(waiting);
  const again = slowRefusal();
  expect(pauses_ms.at(-1)).toBeLessThan(780);
  ends.at(-1)?.();
  await again;
});
