import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { DeskOrder, DeskOrders } from '../../../../contract/schemas/desk-orders.ts';
import { identity } from '../../../api/identity.ts';
import { callEndpoint } from '../../../api/this-page.ts';
import type { EndpointResult } from '../../../api/use-endpoint.ts';
import type { ListAddress } from './list-address.ts';

/** A hint that was missed makes the list wrong for no longer (ruling G3). */
const ANEW_MS = 30_000;
/** Further than this nobody looks through a list: he sorts or searches. */
const PAGES_MAX = 10;

export type OrderPages = {
  orders: readonly DeskOrder[];
  /** There are more than are shown. */
  more: boolean;
  /** Shows some more of them; null while they are on their way, and where there are as many as anybody looks through. */
  showMore: (() => void) | null;
};

/**
 * The orders of a view, as many pages as were asked for. What makes them newer asks for each of these again, one after another, so that none is missing between
 * two of them and none stands there twice.
 */
export function useOrderPages(
  { view, sort, way }: ListAddress,
  enabled: boolean,
): Omit<EndpointResult<'list_desk_orders'>, 'data'> & { data: OrderPages | undefined } {
  const user_id = useSyncExternalStore(identity().subscribe, identity().user_id);
  const result = useInfiniteQuery({
    queryKey: ['read', user_id, 'list_desk_orders', { view, sort, way }, 'pages'] as const,
    queryFn: ({ pageParam: after, signal }): Promise<DeskOrders> =>
      callEndpoint('list_desk_orders', {
        query: { view, sort, way, ...(after && { after }) },
        signal,
        ...(user_id && { as_user: user_id }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last, pages) => (pages.length < PAGES_MAX ? last.next : null),
    enabled: enabled && user_id !== null,
    refetchInterval: ANEW_MS,
  });
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, dataUpdatedAt } = result;
  const pages = data?.pages;
  const orders = useMemo(() => pages?.flatMap((page) => page.orders), [pages]);
  return {
    data: orders && {
      orders,
      more: pages?.at(-1)?.next != null,
      showMore: hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : null,
    },
    as_of: data ? new Date(dataUpdatedAt) : null,
    from_device: false,
    error,
    isSuccess: result.isSuccess,
    isFetching: result.isFetching,
    refetch: async () => {
      await result.refetch();
    },
  };
}
