import fc from 'fast-check';
import { expect, it } from 'vitest';
import { daysLater, isCalendarDay, PERIOD_PRESETS, periodFault, periodOf } from './report-period.ts';

it('accepts only days of the calendar', () => {
  for (const day of ['2024-02-29', '2026-11-23', '1999-12-31']) expect(isCalendarDay(day), day).toBe(true);
  for (const day of ['2026-02-29', '2026-13-01', '2026-00-10', '26-11-23', '0026-11-23', 'today', '']) {
    expect(isCalendarDay(day), day).toBe(false);
  }
});

it('returns why two dates are not a valid period', () => {
  expect(periodFault({ from: '2026-11-23', to: '2026-11-23' })).toBeNull();
  expect(periodFault({ from: '2026-11-24', to: '2026-11-23' })).toBe('to_before_from');
  expect(periodFault({ from: '2026-02-30', to: '2026-11-23' })).toBe('not_a_date');
  expect(periodFault({ from: '2016-11-24', to: '2026-11-23' })).toBeNull();
  expect(periodFault({ from: '2016-11-23', to: '2026-11-23' })).toBe('too_long');
  // February 29 does not exist ten years later; periods in the calendar's last years may be as long as any.
  expect(periodFault({ from: '2024-02-29', to: '2034-02-28' })).toBeNull();
  expect(periodFault({ from: '2024-02-29', to: '2034-03-01' })).toBe('too_long');
  expect(periodFault({ from: '9999-01-01', to: '9999-12-31' })).toBeNull();
});

it('converts a preset to its calendar days', () => {
  const on = (day: string) =>
    Object.fromEntries(PERIOD_PRESETS.map((preset) => [preset, Object.values(periodOf(preset, day))]));
  expect(on('2026-03-01')).toEqual({
    today: ['2026-03-01', '2026-03-01'],
    yesterday: ['2026-02-28', '2026-02-28'],
    // March 1, 2026 is a Sunday.
    this_week: ['2026-02-23', '2026-03-01'],
    last_week: ['2026-02-16', '2026-02-22'],
    this_month: ['2026-03-01', '2026-03-31'],
    last_month: ['2026-02-01', '2026-02-28'],
    this_year: ['2026-01-01', '2026-12-31'],
  });
  expect(on('2027-01-04')).toMatchObject({
    this_week: ['2027-01-04', '2027-01-10'],
    last_month: ['2026-12-01', '2026-12-31'],
  });
});

it('adds and subtracts days', () => {
  const days = fc.integer({ min: -4000, max: 4000 });
  fc.assert(fc.property(days, (count) => daysLater(daysLater('2026-11-23', count), -count) === '2026-11-23'));
  expect(daysLater('2024-02-28', 1)).toBe('2024-02-29');
});
