import { useEffect, useState } from 'react';
import type { FoundOrders } from '../../../../contract/operations/desk/orders/search-desk-orders.schema.ts';
import type { EndpointResult } from '../../../api/use-endpoint.ts';
import { thisTab } from '../../../world/this-tab.ts';
import { useDeskRead } from '../../reads/use-desk-read.ts';

/** Long enough for the next letter, short enough not to be waited for, in ms. */
const TYPING_MS = 120;

export type OrderSearch = {
  typed: string;
  type: (words: string) => void;
  /** Asks without waiting for the next letter, and again where that has failed. */
  ask: () => void;
  /** What the list shows the answer to; null: none has come yet, or nothing is looked for. */
  words: string | null;
  /** What is typed is not answered yet: what is shown answers something else. */
  pending: boolean;
  /** What is typed could not be looked for. */
  failed: boolean;
  read: Omit<EndpointResult<'search_desk_orders'>, 'data'> & { data: FoundOrders | undefined };
};

/** `found` is null where it could not be read. */
type Answer = { words: string; found: FoundOrders | null };

/** One search over all orders. What was shown before stays until the next answer is there. */
export function useSearch(): OrderSearch {
  const [typed, type] = useState('');
  const [words, look] = useState('');
  const wanted = typed.trim();
  useEffect(() => thisTab.timer.after(wanted ? TYPING_MS : 0, () => look(wanted)), [wanted]);
  const read = useDeskRead('search_desk_orders', { words }, { enabled: words !== '' });
  const [last, keep] = useState<Answer | null>(null);
  const is_over = words !== '' && (read.data !== undefined || read.error !== null);
  const newest = is_over ? { words, found: read.data ?? null } : last;
  const answer = wanted === '' ? null : newest;
  if (answer?.words !== last?.words || answer?.found !== last?.found) keep(answer);

  const is_answered = answer?.words === wanted && answer.found !== null;
  const has_failed = answer?.words === wanted && answer.found === null;
  const failed = has_failed && !read.isFetching;
  return {
    typed,
    type,
    ask: () => (failed ? void read.refetch() : look(wanted)),
    words: answer?.words ?? null,
    pending: wanted !== '' && !is_answered && !failed,
    failed,
    read: { ...read, data: answer?.found ?? undefined },
  };
}
