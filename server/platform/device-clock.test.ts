import { describe, expect, test } from 'vitest';
import { admitNamedMonth, admitNamedTime } from './device-clock.ts';

const DAY_MS = 86_400_000;
const NOW = new Date('2026-11-20T12:00:00.000Z');
const days = (number: number, more_ms = 0) => new Date(NOW.getTime() + number * DAY_MS + more_ms);
const device = (made_at: Date, clock_offset_ms = 0) => ({
  occurred_at: new Date(made_at.getTime() - clock_offset_ms).toISOString(),
  clock_offset_ms,
});

describe('a reference time', () => {
  test.each([
    ['created just now', days(0), device(days(0))],
    ['created two days ago while offline', days(-2), device(days(-2))],
    ['created a month ago while offline', days(-30), device(days(-30))],
    ['from a clock that is a year slow with a measured offset', days(0), device(days(0), 365 * DAY_MS)],
    ['one day in the past', days(-1), device(days(0))],
    ['one day in the future', days(1), device(days(1))],
    ['of today while the device clock is wrong', days(0), device(new Date(0))],
  ])('%s is accepted', (_, named_at, clock) => {
    expect(() => admitNamedTime(named_at, clock, NOW)).not.toThrow();
  });

  test.each([
    ['more than a day in the past', days(-1, -1), device(days(0))],
    ['more than a day in the future', days(1, 1), device(days(0))],
    ['more than a day in the future on the device too', days(3), device(days(3))],
    ['more than a day older than its old command', days(-4), device(days(-2))],
    ['older than the measured offset allows', days(-365), device(days(0), 365 * DAY_MS)],
  ])('%s is refused', (_, named_at, clock) => {
    expect(() => admitNamedTime(named_at, clock, NOW)).toThrow('device_time_off');
  });
});

describe('the month in a path', () => {
  const at = (now: string, month: string, clock = device(new Date(now)), time_zone = 'Asia/Dubai') =>
    expect(() => admitNamedMonth(month, time_zone, clock, new Date(now)));

  test("is accepted within a day of either end of the shop's month", () => {
    at('2026-11-30T20:30:00Z', '2026-12').not.toThrow();
    at('2026-11-30T20:30:00Z', '2026-11').not.toThrow();
    at('2026-11-29T21:00:00Z', '2026-12').not.toThrow();
    at('2026-11-29T19:00:00Z', '2026-12').toThrow('device_time_off');
    at('2026-12-01T19:00:00Z', '2026-11').not.toThrow();
    at('2026-12-01T21:00:00Z', '2026-11').toThrow('device_time_off');
  });

  test('may be earlier if the delivery was made then, but never later', () => {
    const september = device(new Date('2026-09-10T12:00:00Z'));
    at('2026-11-20T12:00:00Z', '2026-09', september).not.toThrow();
    at('2026-11-20T12:00:00Z', '2026-10', september).toThrow('device_time_off');
    at('2026-11-20T12:00:00Z', '2027-01', device(new Date('2027-01-10T12:00:00Z'))).toThrow(
      'device_time_off',
    );
  });

  test('is checked even if the device reports the first or the last year', () => {
    for (const year of ['0000', '9999']) {
      const clock = { occurred_at: `${year}-01-01T00:00:00Z`, clock_offset_ms: -4_000_000_000_000 };
      at('2026-11-20T12:00:00Z', '2026-11', clock).not.toThrow();
      at('2026-11-20T12:00:00Z', `${year}-01`, clock).toThrow('device_time_off');
    }
  });
});
