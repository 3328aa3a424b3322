import { expect, it } from 'vitest';
import { newId } from '../../../contract/rules/ids.ts';
import { periodFault } from '../../../contract/rules/reports/report-period.ts';
import { REPORT_NAMES, REPORTS } from '../../../contract/rules/reports/reports.ts';
import { readReportAddress } from './report-address.ts';
import { cellPath, type Open, rowPath, statementPath } from './report-links.ts';

const open = (report: Open['report'], more: Partial<Open> = {}): Open => ({
  report,
  period: { preset: 'this_month' },
  days: { from: '2026-11-01', to: '2026-11-30' },
  filters: {},
  ...more,
});
const user_id = newId();

it('links a figure to the rows that it counts, with their days and filters', () => {
  const driver = { id: user_id, user_id, deliveries: 3 };
  expect(cellPath(open('drivers'), driver, 'cash_fils')).toBe(
    `/desk/reports/deliveries?period=this_month&user_id=${user_id}&tender=cash`,
  );
  expect(
    cellPath(open('days', { filters: { user_id } }), { id: 'x', day: '2026-11-23' }, 'late_deliveries'),
  ).toBe(`/desk/reports/deliveries?from=2026-11-23&to=2026-11-23&user_id=${user_id}&late=yes`);
  expect(cellPath(open('holders'), driver, 'out_fils')).toBe(
    `/desk/reports/movements?period=this_month&user_id=${user_id}&flow=out`,
  );
  // The ten years up to the day before: the longest period of a report.
  expect(cellPath(open('holders'), driver, 'opening_fils')).toBe(
    `/desk/reports/movements?from=2016-11-01&to=2026-10-31&user_id=${user_id}`,
  );
  expect(cellPath(open('book'), null, 'issued_fils')).toBe(
    '/desk/reports/movements?period=this_month&beyond=safe&flow=in',
  );
  expect(rowPath(open('book'), { id: 'x', day: '2026-11-23' })).toBe(
    '/desk/reports/holders?from=2026-11-23&to=2026-11-23',
  );
});

it('links counted attempts to the list without undone ones, where the list can show the same rows', () => {
  const listed = '/desk/reports/attempts?period=this_month';
  const driver = { id: user_id, user_id, attempts: 3 };
  expect(rowPath(open('attempt_drivers'), driver)).toBe(`${listed}&user_id=${user_id}&undone=no`);
  for (const report of ['attempt_reasons', 'attempt_areas', 'attempt_hours'] as const) {
    expect(cellPath(open(report), null, 'attempts')).toBe(`${listed}&undone=no`);
    expect(rowPath(open(report), { id: 'x', attempts: 3 })).toBeNull();
  }
  const order_id = newId();
  expect(rowPath(open('attempts'), { id: 'x', order_id })).toBe(`/desk/orders/${order_id}`);
});

it('links a record to its order and its people', () => {
  const order_id = newId();
  const row = { id: newId(), order_id, user_id, from_user_id: null, to_user_id: user_id };
  expect(rowPath(open('deliveries'), row)).toBe(`/desk/orders/${order_id}`);
  expect(cellPath(open('movements'), row, 'source')).toBe(`/desk/orders/${order_id}`);
  expect(cellPath(open('movements'), row, 'to_name')).toBe(`/desk/staff/${user_id}`);
  expect(cellPath(open('movements'), row, 'from_name')).toBeNull();
  expect(cellPath(open('movements'), null, 'amount_fils')).toBeNull();
});

it('links a reference to the record with its documents, and an unsigned one to nothing', () => {
  const id = newId();
  const records = '/desk/cash/records';
  expect(cellPath(open('handovers'), { id, handover_id: id, handover_type: 'end' }, 'reference')).toBe(
    `${records}/handover/${id}`,
  );
  expect(rowPath(open('collections'), { id, handover_id: id })).toBe(`${records}/collection/${id}`);
  expect(rowPath(open('deposits'), { id, deposit_id: id })).toBe(`${records}/deposit/${id}`);
  expect(rowPath(open('floats'), { id, float_id: id, source_type: 'cash_float' })).toBe(
    `${records}/float/${id}`,
  );
  expect(rowPath(open('floats'), { id, float_id: null, source_type: 'cash_issue' })).toBeNull();
  const moved = (row: object) =>
    cellPath(open('movements'), { id, source_id: id, order_id: null, ...row }, 'source');
  expect(moved({ source_type: 'bank_deposit' })).toBe(`${records}/deposit/${id}`);
  expect(moved({ source_type: 'cash_handover', handover_type: 'collection' })).toBe(
    `${records}/collection/${id}`,
  );
  expect(moved({ source_type: 'cash_handover', handover_type: 'start' })).toBe(`${records}/handover/${id}`);
  expect(moved({ source_type: 'cash_adjustment' })).toBeNull();
});

it('links only to periods that a report can cover', () => {
  for (const report of REPORT_NAMES) {
    for (const { id } of REPORTS[report].columns) {
      const row = { id: 'x', user_id, day: '2024-02-29' };
      for (const one of [row, null]) {
        const days = { from: '2024-02-29', to: '2024-02-29' };
        const path = cellPath(open(report, { period: days, days }), one, id);
        if (!path?.startsWith('/desk/reports/')) continue;
        const [name, search = ''] = path.slice('/desk/reports/'.length).split('?');
        const address = readReportAddress(name, search);
        expect(address, path).not.toBeNull();
        if (address && 'from' in address.period) expect(periodFault(address.period), path).toBeNull();
      }
    }
  }
});

it("links a driver's row to the day's statement if the report covers one day", () => {
  const one_day = { days: { from: '2026-11-23', to: '2026-11-23' } };
  const row = { id: user_id, user_id, role: 'Driver' };
  const statement = `/desk/reports/driver-day/${user_id}?day=2026-11-23`;
  expect(statementPath(open('drivers', one_day), row)).toBe(statement);
  expect(statementPath(open('holders', one_day), row)).toBe(statement);
  expect(statementPath(open('holders', one_day), { ...row, role: 'Admin' })).toBeNull();
  expect(statementPath(open('drivers'), row)).toBeNull();
  expect(statementPath(open('movements', one_day), row)).toBeNull();
});
