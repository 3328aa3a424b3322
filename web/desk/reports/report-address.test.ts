import { expect, it } from 'vitest';
import { newId } from '../../../contract/rules/ids.ts';
import { daysOf, readReportAddress, reportPath } from './report-address.ts';

it('reads which report is open over which days, whatever else an address says', () => {
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
  // Filters of another report, values that are none, names that objects have of themselves.
  expect(readReportAddress('book', `user_id=${user_id}&tender=cash&period=toString&way=left`)).toEqual({
    report: 'book',
    period: { preset: 'this_month' },
    filters: {},
    way: 'up',
  });
  expect(readReportAddress('deliveries', 'user_id=1&tender=constructor&late=no')?.filters).toEqual({});
  for (const none of ['takings', '__proto__', '']) expect(readReportAddress(none, ''), none).toBeNull();
});

it('keeps what is typed as dates, so that it can be told why they are none', () => {
  expect(readReportAddress('days', 'from=2026-02-30')?.period).toEqual({ from: '2026-02-30', to: '' });
});

it('writes an address that is read as the same report, without filters that it does not have', () => {
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

it('means by a preset the days it has today', () => {
  expect(daysOf({ preset: 'yesterday' }, '2026-03-01')).toEqual({ from: '2026-02-28', to: '2026-02-28' });
});
