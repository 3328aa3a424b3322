import { expect, it } from 'vitest';
import { waitText } from './wait-text.ts';

const time_zone = 'Asia/Dubai';
/** 23:30 in Dubai. */
const now = new Date('2026-11-29T19:30:00Z');

it.each([
  [null, ''],
  ['2026-11-29T19:50:00Z', ''],
  ['2026-11-28T08:00:00Z', ''],
  ['2026-11-29T20:10:00Z', ' · For 30 Nov 2026'],
  ['2026-12-02T08:00:00Z', ' · For 02 Dec 2026'],
])('a packed stop promised for %s: "%s"', (promised_at, day) => {
  expect(waitText('packed', { promised_at, now, time_zone })).toBe(
    `Waiting for the shop to hand it over${day}`,
  );
});

it('a dispatched stop names no promised day', () => {
  expect(waitText('ready', { promised_at: '2026-12-02T08:00:00Z', now, time_zone })).toBe('Ready: set out');
});
