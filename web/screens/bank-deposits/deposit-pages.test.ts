import { describe, expect, it } from 'vitest';
import type { Deposit } from '../../../contract/operations/dashboard/cash/reads/list-deposits.schema.ts';
import { withNewest, withOlder } from './deposit-pages.ts';

/** Builds a page of deposits from their numbers; other fields do not matter here. */
const page = (numbers: number[], next: number | null) => ({
  deposits: numbers.map((number) => ({ id: String(number) }) as Deposit),
  next_before: next === null ? null : String(next),
});
const shown = ({ deposits, next_before }: ReturnType<typeof page>) => [
  deposits.map(({ id }) => Number(id)),
  next_before,
];

describe('the pages of deposits', () => {
  it('begin with the newest page', () => {
    expect(shown(withNewest(page([9, 8, 7], 7), null))).toEqual([[9, 8, 7], '7']);
  });

  it('append an older page once', () => {
    const first = withNewest(page([9, 8, 7], 7), null);
    const second = withOlder(first, page([6, 5, 4], 4));
    expect(shown(second)).toEqual([[9, 8, 7, 6, 5, 4], '4']);
    expect(shown(withOlder(second, page([6, 5, 4], 4)))).toEqual([[9, 8, 7, 6, 5, 4], '4']);
    expect(shown(withOlder(second, page([3], null)))).toEqual([[9, 8, 7, 6, 5, 4, 3], null]);
  });

  it('keep deposits that a new one pushed out of the newest page', () => {
    const before = page([9, 8, 7, 6, 5], 5);
    expect(shown(withNewest(page([11, 10, 9], 9), before))).toEqual([[11, 10, 9, 8, 7, 6, 5], '5']);
  });

  it('show the latest state of each deposit', () => {
    const waiting = { id: '9', waiting: true } as Deposit;
    const posted = { id: '9', waiting: false } as Deposit;
    const pages = withNewest(
      { deposits: [posted], next_before: null },
      { deposits: [waiting], next_before: null },
    );
    expect(pages.deposits).toEqual([posted]);
  });

  it('drop older pages that do not overlap with the newest page', () => {
    expect(shown(withNewest(page([99, 98, 97], 97), page([9, 8, 7], 7)))).toEqual([[99, 98, 97], '97']);
  });
});
