import { hashKey, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState, useSyncExternalStore } from 'react';
import type { DeskOrder, DeskOrders } from '../../../../contract/schemas/desk-orders.ts';
import { identity } from '../../../api/identity.ts';
import { callEndpoint } from '../../../api/this-page.ts';
import { type EndpointResult, useLastError } from '../../../api/use-endpoint.ts';
import type { ListAddress } from './list-address.ts';

/** A hint that was missed makes the list wrong for no longer (ruling G3). */
const ANEW_MS = 30_000;
/** Further than this nobody looks through a list: he sorts or searches. */
const PAGES_MAX = 10;

export type OrderPages = {
  orders: readonly DeskOrder[];
  /** There are more than are shown. */
  more: boolean;
  /** Shows some more of them; null while any are on their way, after that has failed, and where there are as many as anybody looks through. */
  showMore: (() => void) | null;
  /** More of them could not be read: whoever wants them asks again. */
  failed: FailedPage | null;
};

export type FailedPage = { error: Error; again: () => void; is_asking: boolean };

/**
 * The orders of a view, as many pages as were asked for. What makes them newer asks for each of these again, one after another, so that none is missing between
 * two of them and none stands there twice.
 */
export function useOrderPages(
  { view, sort, way }: ListAddress,
  enabled: boolean,
): Omit<EndpointResult<'list_desk_orders'>, 'data'> & { data: OrderPages | undefined } {
  const user_id = useSyncExternalStore(identity().subscribe, identity().user_id);
  const queryKey = ['read', user_id, 'list_desk_orders', { view, sort, way }, 'pages'] as const;
  const result = useInfiniteQuery({
    queryKey,
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
  const { data, hasNextPage, isFetching, fetchNextPage, dataUpdatedAt } = result;
  const error = useLastError(hashKey(queryKey), result);
  const pages = data?.pages;
  const orders = useMemo(() => pages?.flatMap((page) => page.orders), [pages]);
  const failed_error = useFailedPage(`${hashKey(queryKey)} ${dataUpdatedAt}`, result);
  // Never in place of what makes the list newer: a hint's read would be lost.
  const next = () => void fetchNextPage({ cancelRefetch: false });
  return {
    data: orders && {
      orders,
      more: pages?.at(-1)?.next != null,
      showMore: hasNextPage && !isFetching && !failed_error ? next : null,
      failed: failed_error && { error: failed_error, again: next, is_asking: result.isFetchingNextPage },
    },
    as_of: data ? new Date(dataUpdatedAt) : null,
    from_device: false,
    // What is shown may be the newest there is all the same.
    error: result.isFetchNextPageError ? null : error,
    isSuccess: result.isSuccess,
    isFetching,
    refetch: async () => {
      await result.refetch();
    },
  };
}

/** Why the page after these could not be read, until it is, or until these are read anew. `of` names them. */
function useFailedPage(
  of: string,
  { error, isFetchNextPageError }: { error: Error | null; isFetchNextPageError: boolean },
): Error | null {
  const [last, setLast] = useState<{ of: string; error: Error } | null>(null);
  if (isFetchNextPageError && error && (last?.of !== of || last.error !== error)) setLast({ of, error });
  return last?.of === of ? last.error : null;
}
