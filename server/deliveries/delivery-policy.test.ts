import { expect, test } from 'vitest';
import { durationSeconds } from './delivery-policy.ts';

const STARTED = new Date('2026-11-20T10:00:00.000Z');

test('a delivery’s duration is in whole seconds, never negative, and unknown without a start', () => {
  expect(durationSeconds(STARTED, new Date('2026-11-20T10:15:00.999Z'))).toBe(900);
  expect(durationSeconds(STARTED, STARTED)).toBe(0);
  expect(durationSeconds(STARTED, new Date('2026-11-20T09:00:00.000Z'))).toBe(0);
  expect(durationSeconds(null, STARTED)).toBeNull();
});
