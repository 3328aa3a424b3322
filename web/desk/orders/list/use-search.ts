import { useEffect, useState } from 'react';
import type { FoundOrders } from '../../../../contract/operations/desk/orders/search-desk-orders.schema.ts';
import type { EndpointResult } from '../../../api/use-endpoint.ts';
import { thisTab } from '../../../environment/this-tab.ts';
import { useDeskRead } from '../../reads/use-desk-read.ts';

/** The delay after a keystroke, in ms: long enough for the next one, too short to notice. */
const TYPING_MS = 120;

export type OrderSearch = {
  typed: string;
  type: (words: string) => void;
  /** Searches without delay, or again after a failure. */
  ask: () => void;
  /** The text whose results are shown; null if there are none yet or no text is typed. */
  words: string | null;
  /** True while the results shown are not those of the typed text. */
  pending: boolean;
  /** True if the search for the typed text has failed. */
  failed: boolean;
  read: Omit<EndpointResult<'search_desk_orders'>, 'data'> & { data: FoundOrders | undefined };
};

/** `found` is null if the search has failed. */
type Results = { words: string; found: FoundOrders | null };

/** A search over all orders. The previous results stay until the next ones arrive. */
export function useSearch(): OrderSearch {
  const [typed, type] = useState('');
  const [words, setWords] = useState('');
  const wanted = typed.trim();
  useEffect(() => thisTab.timer.after(wanted ? TYPING_MS : 0, () => setWords(wanted)), [wanted]);
  const read = useDeskRead('search_desk_orders', { words }, { enabled: words !== '' });
  const [last, keep] = useState<Results | null>(null);
  const is_over = words !== '' && (read.data !== undefined || read.error !== null);
  const newest = is_over ? { words, found: read.data ?? null } : last;
  const results = wanted === '' ? null : newest;
  if (results?.words !== last?.words || results?.found !== last?.found) keep(results);

  const is_current = results?.words === wanted && results.found !== null;
  const has_failed = results?.words === wanted && results.found === null;
  const failed = has_failed && !read.isFetching;
  return {
    typed,
    type,
    ask: () => (failed ? void read.refetch() : setWords(wanted)),
    words: results?.words ?? null,
    pending: wanted !== '' && !is_current && !failed,
    failed,
    read: { ...read, data: results?.found ?? undefined },
  };
}
