import { expect, test } from 'vitest';
import { instantOfWallTime, wallTimeOf } from './wall-clock.ts';

test('a wall-clock time converts to an instant and back', () => {
  expect(instantOfWallTime('2026-11-23T14:30', 'Asia/Dubai')).toBe('2026-11-23T10:30:00.000Z');
  expect(wallTimeOf('2026-11-23T10:30:00.000Z', 'Asia/Dubai')).toBe('2026-11-23T14:30');
  for (const zone of ['UTC', 'Asia/Dubai', 'Asia/Kathmandu', 'Europe/Berlin', 'America/New_York']) {
    for (const text of ['2026-01-01T00:00', '2026-03-28T23:59', '2026-06-15T12:00', '2026-10-25T12:00']) {
      expect(wallTimeOf(instantOfWallTime(text, zone) ?? '', zone)).toBe(text);
    }
  }
});

test('a repeated hour gives the first instant, and a skipped hour gives one an hour later', () => {
  expect(instantOfWallTime('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
  expect(instantOfWallTime('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
});

test('an invalid time returns null', () => {
  for (const text of ['', 'soon', '2026-13-01T10:00', '2026-11-23', '2026-11-23T14:30Z']) {
    expect(instantOfWallTime(text, 'Asia/Dubai')).toBeNull();
  }
});
