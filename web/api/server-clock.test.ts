import { expect, test } from 'vitest';
import { createServerClock } from './server-clock.ts';

const clock = createServerClock({ read: () => null, write: () => Promise.resolve() });

test('the sample with the shortest round trip counts', () => {
  expect(clock.offset_ms()).toBe(0);
  clock.note('100000', 40_000, 44_000);
  expect(clock.offset_ms()).toBe(58_000);
  clock.note('101000', 50_000, 50_200);
  expect(clock.offset_ms()).toBe(50_900);
  clock.note('200000', 60_000, 63_000);
  expect(clock.offset_ms()).toBe(50_900);
});

test.each([[null], ['soon'], ['-5'], [''], ['1e400']])('%s is no time', (header) => {
  const before = clock.offset_ms();
  clock.note(header, 0, 0);
  expect(clock.offset_ms()).toBe(before);
});

test('an answer during which the device was set back is ignored', () => {
  const before = clock.offset_ms();
  clock.note('900000', 50_000, 40_000);
  expect(clock.offset_ms()).toBe(before);
});

test('a device that is set right again is noticed after a few answers', () => {
  for (let index = 0; index < 8; index += 1) clock.note('70500', 70_000, 71_000);
  expect(clock.offset_ms()).toBe(0);
});
