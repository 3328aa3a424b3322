import { useMemo } from 'react';
import type { DeskOrder } from '../../../../contract/schemas/desk-orders.ts';
import { type DeskPages, type PagesResult, useDeskPages } from '../../reads/use-desk-pages.ts';
import type { ListAddress } from './list-address.ts';

/** The largest number of pages: with more orders, users sort or search. */
const PAGES_MAX = 10;

export type OrderPages = Omit<DeskPages<unknown>, 'pages'> & { orders: readonly DeskOrder[] };

/** Reads the orders of a view, with all pages loaded so far. */
export function useOrderPages(
  { view, sort, way, status }: ListAddress,
  enabled: boolean,
): PagesResult<'list_desk_orders', OrderPages> {
  const query = { view, sort, way, ...(status && { status }) };
  const read = useDeskPages('list_desk_orders', query, { enabled, pages_max: PAGES_MAX });
  const pages = read.data?.pages;
  const orders = useMemo(() => pages?.flatMap((page) => page.orders), [pages]);
  return { ...read, data: read.data && orders && { ...read.data, orders } };
}
