import { describe, expect, test } from 'vitest';
import { admitNamedMonth, admitNamedTime } from './device-clock.ts';

const DAY_MS = 86_400_000;
const NOW = new Date('2026-11-20T12:00:00.000Z');
const days = (number: number, more_ms = 0) => new Date(NOW.getTime() + number * DAY_MS + more_ms);
const device = (made_at: Date, clock_offset_ms = 0) => ({
  occurred_at: new Date(made_at.getTime() - clock_offset_ms).toISOString(),
  clock_offset_ms,
});

describe('a reference', () => {
  test.each([
    ['made just now', days(0), device(days(0))],
    ['made two days ago without signal', days(-2), device(days(-2))],
    ['made a month ago without signal', days(-30), device(days(-30))],
    ['made by a clock that is a year behind and knows it', days(0), device(days(0), 365 * DAY_MS)],
    ['a day behind', days(-1), device(days(0))],
    ['a day ahead', days(1), device(days(1))],
    ['of today, though the device says nonsense', days(0), device(new Date(0))],
  ])('%s is kept', (_, named_at, clock) => {
    expect(() => admitNamedTime(named_at, clock, NOW)).not.toThrow();
  });

  test.each([
    ['more than a day behind', days(-1, -1), device(days(0))],
    ['more than a day ahead', days(1, 1), device(days(0))],
    ['more than a day ahead by the device too', days(3), device(days(3))],
    ['more than a day older than its old command', days(-4), device(days(-2))],
    ['older than the measured offset allows', days(-365), device(days(0), 365 * DAY_MS)],
  ])('%s is refused', (_, named_at, clock) => {
    expect(() => admitNamedTime(named_at, clock, NOW)).toThrow('device_time_off');
  });
});

describe('the month of a path', () => {
  const at = (now: string, month: string, clock = device(new Date(now)), time_zone = 'Asia/Dubai') =>
    expect(() => admitNamedMonth(month, time_zone, clock, new Date(now)));

  test("is the shop's, within a day of either end", () => {
    at('2026-11-30T20:30:00Z', '2026-12').not.toThrow();
    at('2026-11-30T20:30:00Z', '2026-11').not.toThrow();
    at('2026-11-29T21:00:00Z', '2026-12').not.toThrow();
    at('2026-11-29T19:00:00Z', '2026-12').toThrow('device_time_off');
    at('2026-12-01T19:00:00Z', '2026-11').not.toThrow();
    at('2026-12-01T21:00:00Z', '2026-11').toThrow('device_time_off');
  });

  test('may be an earlier one when the delivery was made then, never a later one', () => {
    const september = device(new Date('2026-09-10T12:00:00Z'));
    at('2026-11-20T12:00:00Z', '2026-09', september).not.toThrow();
    at('2026-11-20T12:00:00Z', '2026-10', september).toThrow('device_time_off');
    at('2026-11-20T12:00:00Z', '2027-01', device(new Date('2027-01-10T12:00:00Z'))).toThrow(
      'device_time_off',
    );
  });

  test('is compared also when the device names the first or the last year', () => {
    for (const year of ['0000', '9999']) {
      const clock = { occurred_at: `${year}-01-01T00:00:00Z`, clock_offset_ms: -4_000_000_000_000 };
      at('2026-11-20T12:00:00Z', '2026-11', clock).not.toThrow();
      at('2026-11-20T12:00:00Z', `${year}-01`, clock).toThrow('device_time_off');
    }
  });
});
