import { expect, test } from 'vitest';
import { clockOffsetMs, noteServerTime } from './server-clock.ts';

test('the sample with the shortest round trip counts', () => {
  expect(clockOffsetMs()).toBe(0);
  noteServerTime('100000', 40_000, 44_000);
  expect(clockOffsetMs()).toBe(58_000);
  noteServerTime('101000', 50_000, 50_200);
  expect(clockOffsetMs()).toBe(50_900);
  noteServerTime('200000', 60_000, 63_000);
  expect(clockOffsetMs()).toBe(50_900);
});

test.each([[null], ['soon'], ['-5'], [''], ['1e400']])('%s is no time', (header) => {
  const before = clockOffsetMs();
  noteServerTime(header, 0, 0);
  expect(clockOffsetMs()).toBe(before);
});

test('an answer during which the device was set back is ignored', () => {
  const before = clockOffsetMs();
  noteServerTime('900000', 50_000, 40_000);
  expect(clockOffsetMs()).toBe(before);
});

test('a device that is set right again is noticed after a few answers', () => {
  for (let index = 0; index < 8; index += 1) noteServerTime('70500', 70_000, 71_000);
  expect(clockOffsetMs()).toBe(0);
});
