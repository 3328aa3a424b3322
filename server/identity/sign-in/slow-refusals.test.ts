import { expect, test } from 'vitest';
import { slowRefusals } from './sign-in-tools.ts';

test('a refusal is delayed longer the more are pending, and not at all beyond a thousand', async () => {
  const pauses_ms: number[] = [];
  const ends: (() => void)[] = [];
  const slowRefusal = slowRefusals(async (delay_ms) => {
    pauses_ms.push(delay_ms);
    await new Promise<void>((end) => ends.push(end));
  }, Math.random);
  const waiting = Array.from({ length: 1_000 }, slowRefusal);
  await slowRefusal();
  expect(pauses_ms).toHaveLength(1_000);
  const [first = 0, hundredth = 0, last = 0] = [pauses_ms[0], pauses_ms[99], pauses_ms.at(-1)];
  expect(first).toBeGreaterThanOrEqual(270);
  expect(first).toBeLessThan(810);
  // About 25 refusals per second in all, and no delay above a browser's timeout.
  expect(hundredth).toBeGreaterThanOrEqual(2_250);
  expect(hundredth).toBeLessThan(6_750);
  expect(last).toBeGreaterThanOrEqual(4_500);
  expect(last).toBeLessThan(13_500);
  for (const end of ends) end();
  await Promise.all(waiting);
  const again = slowRefusal();
  expect(pauses_ms.at(-1)).toBeLessThan(810);
  ends.at(-1)?.();
  await again;
});
