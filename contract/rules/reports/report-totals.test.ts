import fc from 'fast-check';
import { expect, it } from 'vitest';
import { totalOf, wholePercent } from './report-totals.ts';
import { REPORT_NAMES, REPORTS, type ReportColumn } from './reports.ts';

it('a share is a whole percentage, 100 only of all, and null of nothing', () => {
  expect([wholePercent(0, 0), wholePercent(0, 3), wholePercent(2, 3), wholePercent(3, 3)]).toEqual([
    null,
    0,
    66,
    100,
  ]);
  expect(wholePercent(999_999, 1_000_000)).toBe(99);
  const counts = fc.tuple(fc.integer({ min: 1, max: 10_000_000 }), fc.nat({ max: 10_000_000 }));
  fc.assert(
    fc.property(counts, ([of, other]) => {
      const part = other % (of + 1);
      const percent = wholePercent(part, of) ?? -1;
      expect(Number.isInteger(percent)).toBe(true);
      expect(percent * of <= part * 100 && (percent + 1) * of > part * 100).toBe(true);
    }),
  );
});

it('the total of a share follows from the sums, and its columns are summed', () => {
  const share: ReportColumn = { id: 'share', kind: 'share', share: { part: 'a', of: 'b' } };
  expect(totalOf(share, { a: 3, b: 4 })).toBe(75);
  expect(totalOf(share, {})).toBeNull();
  expect(totalOf({ id: 'a', kind: 'count', sum: true }, { a: 3 })).toBe(3);
  expect(totalOf({ id: 'x', kind: 'count' }, { a: 3 })).toBeNull();
  for (const name of REPORT_NAMES) {
    const columns: readonly ReportColumn[] = REPORTS[name].columns;
    const summed = columns.filter(({ sum }) => sum).map(({ id }) => id);
    for (const { kind, share } of columns) {
      expect(share !== undefined, name).toBe(kind === 'share');
      if (share) expect(summed).toEqual(expect.arrayContaining([share.part, share.of]));
    }
  }
});
