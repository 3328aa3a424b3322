import { describe, expect, it } from 'vitest';
import { dayOf, formatDate, formatDateTime, formatTime, isTimeZone, monthOf } from './dates.ts';

describe('dates in the shop’s time zone', () => {
  const lateOnTheLastOfOctober = '2026-10-31T21:05:00Z';

  it('formats an instant by the shop’s calendar', () => {
    expect(formatDateTime(lateOnTheLastOfOctober, 'Asia/Dubai')).toBe('Nov 01, 2026 01:05');
    expect(formatDateTime(lateOnTheLastOfOctober, 'UTC')).toBe('Oct 31, 2026 21:05');
    expect(formatTime(lateOnTheLastOfOctober, 'Asia/Dubai')).toBe('01:05');
    expect(formatDate(lateOnTheLastOfOctober, 'Asia/Dubai')).toBe('01 Nov 2026');
    expect(dayOf(lateOnTheLastOfOctober, 'Asia/Dubai')).toBe('2026-11-01');
    expect(monthOf(lateOnTheLastOfOctober, 'UTC')).toBe('2026-10');
  });

  it('writes midnight as 00:00', () => {
    expect(formatDateTime('2026-11-19T20:00:00Z', 'Asia/Dubai')).toBe('Nov 20, 2026 00:00');
  });

  it('formats each minute in each time zone, whatever was formatted before', () => {
    const shown = ['21:05:00', '21:05:59', '21:06:00', '21:05:00'].flatMap((time) =>
      ['Asia/Dubai', 'Asia/Kolkata'].map((zone) => formatTime(`2026-10-31T${time}Z`, zone)),
    );
    expect(shown).toEqual(['01:05', '02:35', '01:05', '02:35', '01:06', '02:36', '01:05', '02:35']);
    expect(() => formatTime('no time', 'Asia/Dubai')).toThrow(RangeError);
  });

  it('accepts time zones by name only', () => {
    expect(isTimeZone('Asia/Dubai')).toBe(true);
    expect(isTimeZone('Asia/Atlantis')).toBe(false);
    // Other programs count the offset's sign in the opposite direction.
    for (const offset of ['+04:00', '-03:00', '+00:00']) expect(isTimeZone(offset)).toBe(false);
    expect(() => formatTime(lateOnTheLastOfOctober, 'Asia/Atlantis')).toThrow(RangeError);
  });
});
