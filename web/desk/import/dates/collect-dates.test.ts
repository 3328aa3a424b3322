import { describe, expect, test } from 'vitest';
import { DateCollector } from './collect-dates.ts';
import { needsDateOrder, orderOfRows } from './date-order.ts';

function collect(created: string[], promised: string[] = []) {
  const collector = new DateCollector(['No', 'Created', 'Promised'], ['Created', 'Promised', 'Gone']);
  for (const [at, text] of created.entries())
    collector.take({ line: at + 2, cells: [String(at), text, promised[at] ?? ''] });
  return collector.dates;
}

test('L9: ambiguous dates are counted with the first and last day of each reading', () => {
  const dates = collect(['11/06/2026', ' 11/05/2026 ', '11/11/2026', '2026-11-05', '2026/11/05', '', 'soon']);
  expect(dates).toEqual({
    dmy: { count: 0, example: null },
    mdy: { count: 0, example: null },
    either: {
      count: 2,
      example: { text: '11/06/2026', line: 2, dmy: '2026-06-11', mdy: '2026-11-06' },
      dmy: { first: '2026-05-11', last: '2026-06-11' },
      mdy: { first: '2026-11-05', last: '2026-11-06' },
    },
  });
  expect([orderOfRows(dates), needsDateOrder(dates)]).toEqual([null, true]);
});

test('unambiguous dates are counted with the first one as example, across all date columns', () => {
  const dates = collect(['11/05/2026', '20/11/2026', '20/11/2026'], ['11/06/2026', '', '٢١/١١/٢٠٢٦ ٢:٠٥ م']);
  expect(dates).toMatchObject({
    dmy: { count: 3, example: { text: '20/11/2026', line: 3 } },
    mdy: { count: 0, example: null },
    either: { count: 2 },
  });
  expect([orderOfRows(dates), needsDateOrder(dates)]).toEqual(['dmy', true]);
});

describe('a file', () => {
  test.each([
    [['20/11/2026'], 'dmy', false],
    [['11/20/2026'], 'mdy', false],
    [['Mon 11/05/2026'], 'dmy', false],
    [['11/05/2026', 'Mon 11/05/2026'], 'dmy', true],
    [['20/11/2026', '11/20/2026'], null, true],
    [['11/05/2026 14:05', '20/11/2026, 2:05:59 PM'], 'dmy', true],
    [['14:05', '2:05 PM', '20 14:05', '14:05 11/05/2026'], null, true],
    [['20/11/2026', '11/20/2026', '11/05/2026'], null, true],
    [['5 Nov 2026', '2026/11/05', '46346', '31/02/2026', 'Tue 20/11/2026', '11/11/2026'], null, false],
    [[], null, false],
  ])('with %j has the order %s and needs a decision: %s', (texts, order, is_asked) => {
    const dates = collect(texts);
    expect([orderOfRows(dates), needsDateOrder(dates)]).toEqual([order, is_asked]);
  });
});
