import type { Deposit, Deposits } from '../../../contract/operations/dashboard/cash/list-deposits.schema.ts';

export type Pages = {
  /** Newest first. */
  deposits: Deposit[];
  /** For the next page; null at the end. */
  next_before: string | null;
};

type Page = Pick<Deposits, 'deposits' | 'next_before'>;

/**
 * The newest page as it is now, with what was loaded behind it before: also what has moved out of it since. When the two do
 * not meet, what lies between them is not known, and only the newest page is shown.
 */
export function withNewest({ deposits, next_before }: Page, shown: Pages | null): Pages {
  const newest = new Set(deposits.map(({ id }) => id));
  const meet = shown?.deposits.findLastIndex(({ id }) => newest.has(id)) ?? -1;
  const behind = shown && meet >= 0 && next_before !== null ? shown.deposits.slice(meet + 1) : [];
  if (!shown || behind.length === 0) return { deposits, next_before };
  return { deposits: [...deposits, ...behind], next_before: shown.next_before };
}

/** The page behind what is shown. A second answer to the same question adds nothing. */
export function withOlder(shown: Pages, page: Page): Pages {
  const known = new Set(shown.deposits.map(({ id }) => id));
  const older = page.deposits.filter(({ id }) => !known.has(id));
  return { deposits: [...shown.deposits, ...older], next_before: page.next_before };
}
