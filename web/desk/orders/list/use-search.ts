import { useEffect, useState } from 'react';
import type { FoundOrders } from '../../../../contract/schemas/desk-orders.ts';
import type { EndpointResult } from '../../../api/use-endpoint.ts';
import { thisTab } from '../../../world/this-tab.ts';
import { useDeskRead } from '../../use-desk-read.ts';

/** Long enough for the next letter, short enough not to be waited for, in ms. */
const TYPING_MS = 120;

export type OrderSearch = {
  typed: string;
  type: (words: string) => void;
  /** What is looked for; empty: nothing. */
  words: string;
  read: Omit<EndpointResult<'search_desk_orders'>, 'data'> & { data: FoundOrders | undefined };
};

/** One search over all orders. What was found before stays until the next answer is there. */
export function useSearch(): OrderSearch {
  const [typed, type] = useState('');
  const [words, look] = useState('');
  const wanted = typed.trim();
  useEffect(() => thisTab.timer.after(wanted ? TYPING_MS : 0, () => look(wanted)), [wanted]);
  const read = useDeskRead('search_desk_orders', { words }, { enabled: words !== '' });
  const [before, keep] = useState<FoundOrders | undefined>();
  if (read.data && read.data !== before) keep(read.data);
  if (words === '' && before) keep(undefined);
  return { typed, type, words: wanted === '' ? '' : words, read: { ...read, data: read.data ?? before } };
}
