import { expect, it } from 'vitest';
import { newId } from '../../../contract/rules/ids.ts';
import { daysOf, readReportAddress, reportPath } from './report-address.ts';

it('reads the report, period, filters and sort order, and ignores invalid or unsupported values', () => {
  expect(readReportAddress(undefined, '')).toEqual({
    report: 'deliveries',
    period: { preset: 'this_month' },
    filters: {},
    way: 'down',
  });
  const user_id = newId();
  expect(
    readReportAddress('movements', `from=2026-11-01&to=2026-11-30&user_id=${user_id}&reason=delivery&way=up`),
  ).toEqual({
    report: 'movements',
    period: { from: '2026-11-01', to: '2026-11-30' },
    filters: { user_id, reason: 'delivery' },
    way: 'up',
  });
  // Filters of another report, invalid values, names of inherited object properties.
  expect(readReportAddress('book', `user_id=${user_id}&tender=cash&period=toString&way=left`)).toEqual({
    report: 'book',
    period: { preset: 'this_month' },
    filters: {},
    way: 'up',
  });
  expect(readReportAddress('deliveries', 'user_id=1&tender=constructor&late=no')?.filters).toEqual({});
  for (const none of ['takings', '__proto__', '']) expect(readReportAddress(none, ''), none).toBeNull();
});

it('keeps invalid dates as typed, so that the error can be shown', () => {
  expect(readReportAddress('days', 'from=2026-02-30')?.period).toEqual({ from: '2026-02-30', to: '' });
});

it('round-trips a report through its address, dropping filters that the report does not have', () => {
  const filters = { tender: 'cash', late: 'yes', reason: 'delivery' } as const;
  const path = reportPath({ report: 'deliveries', period: { preset: 'yesterday' }, filters, way: 'up' });
  expect(path).toBe('/desk/reports/deliveries?period=yesterday&tender=cash&late=yes&way=up');
  const [, search] = path.split('?');
  expect(readReportAddress('deliveries', search ?? '')).toEqual({
    report: 'deliveries',
    period: { preset: 'yesterday' },
    filters: { tender: 'cash', late: 'yes' },
    way: 'up',
  });
  expect(reportPath({ report: 'book', period: { from: '2026-11-01', to: '2026-11-30' }, way: 'up' })).toBe(
    '/desk/reports/book?from=2026-11-01&to=2026-11-30',
  );
});

it('resolves a preset relative to today', () => {
  expect(daysOf({ preset: 'yesterday' }, '2026-03-01')).toEqual({ from: '2026-02-28', to: '2026-02-28' });
});
