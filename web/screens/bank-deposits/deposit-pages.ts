import type {
  Deposit,
  Deposits,
} from '../../../contract/operations/dashboard/cash/reads/list-deposits.schema.ts';

export type Pages = {
  /** Newest first. */
  deposits: Deposit[];
  /** The cursor of the next page; null at the end. */
  next_before: string | null;
};

type Page = Pick<Deposits, 'deposits' | 'next_before'>;

/**
 * Merges the current newest page with the older deposits already loaded, including those that have moved out
 * of the newest page. If the two do not overlap, there may be a gap between them, so only the newest page is
 * returned.
 */
export function withNewest({ deposits, next_before }: Page, shown: Pages | null): Pages {
  const newest = new Set(deposits.map(({ id }) => id));
  const overlap = shown?.deposits.findLastIndex(({ id }) => newest.has(id)) ?? -1;
  const older = shown && overlap >= 0 && next_before !== null ? shown.deposits.slice(overlap + 1) : [];
  if (!shown || older.length === 0) return { deposits, next_before };
  return { deposits: [...deposits, ...older], next_before: shown.next_before };
}

/** Appends an older page. A second response to the same request adds nothing. */
export function withOlder(shown: Pages, page: Page): Pages {
  const known = new Set(shown.deposits.map(({ id }) => id));
  const older = page.deposits.filter(({ id }) => !known.has(id));
  return { deposits: [...shown.deposits, ...older], next_before: page.next_before };
}
