import { useMemo } from 'react';
import type { DeskOrder } from '../../../../contract/schemas/desk-orders.ts';
import { type DeskPages, type PagesResult, useDeskPages } from '../../reads/use-desk-pages.ts';
import type { ListAddress } from './list-address.ts';

/** Further than this nobody looks through a list: he sorts or searches. */
const PAGES_MAX = 10;

export type OrderPages = Omit<DeskPages<unknown>, 'pages'> & { orders: readonly DeskOrder[] };

/** The orders of a view, as many pages as were asked for. */
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
