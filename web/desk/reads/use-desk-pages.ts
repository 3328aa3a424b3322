import { hashKey, useInfiniteQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import type { EndpointQuery, EndpointResponse } from '../../../contract/operations/endpoint-schemas.ts';
import type { EndpointRequest } from '../../api/client.ts';
import { identity } from '../../api/identity.ts';
import { callEndpoint } from '../../api/this-page.ts';
import { type EndpointResult, type ReadName, useLastError } from '../../api/use-endpoint.ts';

/**
 * The refetch interval in ms: the longest time for which a missed hint leaves a list outdated (ruling G3).
 */
const REFETCH_MS = 30_000;

/** The reads that return a page, and the value of `after` for the next one. */
type PagedRead = {
  [N in ReadName]: EndpointResponse<N> extends { next: string | null } ? N : never;
}[ReadName];

export type DeskPages<Page> = {
  pages: readonly Page[];
  /** True if there are more entries than are shown. */
  more: boolean;
  /** Loads the next page; null while a page is loading, after a failure, and at `pages_max`. */
  showMore: (() => void) | null;
  /** Set if the next page could not be read; `again` retries. */
  failed: FailedPage | null;
};

export type FailedPage = { error: Error; again: () => void; is_loading: boolean };

export type PagesResult<N extends ReadName, Data = DeskPages<EndpointResponse<N>>> = Omit<
  EndpointResult<N>,
  'data'
> & { data: Data | undefined };

/**
 * The requested pages of a list, at most `pages_max`. A refresh reads each of them again, one after another,
 * so that no entry between two pages is missing or appears twice.
 */
export function useDeskPages<N extends PagedRead>(
  name: N,
  query: EndpointQuery<N>,
  { enabled = true, pages_max }: { enabled?: boolean; pages_max: number },
): PagesResult<N> {
  const user_id = useSyncExternalStore(identity().subscribe, identity().user_id);
  const queryKey = ['read', user_id, name, query, 'pages'] as const;
  const result = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam: after, signal }): Promise<EndpointResponse<N>> =>
      callEndpoint(name, {
        query: { ...(query as object), ...(after && { after }) },
        signal,
        ...(user_id && { as_user: user_id }),
      } as EndpointRequest<N>),
    initialPageParam: null as string | null,
    getNextPageParam: (last, pages) => (pages.length < pages_max ? nextOf(last) : null),
    enabled: enabled && user_id !== null,
    refetchInterval: REFETCH_MS,
  });
  const { data, hasNextPage, isFetching, fetchNextPage, dataUpdatedAt } = result;
  const error = useLastError(hashKey(queryKey), result);
  const failed_error = useFailedPage(`${hashKey(queryKey)} ${dataUpdatedAt}`, result);
  const last = data?.pages.at(-1);
  // Must not cancel a running refresh: the hint that triggered it would be lost.
  const next = () => void fetchNextPage({ cancelRefetch: false });
  return {
    data: data && {
      pages: data.pages,
      more: data.pages.length > 0 && nextOf(last) !== null,
      showMore: hasNextPage && !isFetching && !failed_error ? next : null,
      failed: failed_error && { error: failed_error, again: next, is_loading: result.isFetchingNextPage },
    },
    as_of: data ? new Date(dataUpdatedAt) : null,
    from_device: false,
    // The pages that are shown may be current even if the next one failed.
    error: result.isFetchNextPageError ? null : error,
    isSuccess: result.isSuccess,
    isFetching,
    refetch: async () => {
      await result.refetch();
    },
  };
}

const nextOf = (page: unknown) => (page as { next: string | null }).next;

/**
 * Returns why the page after these could not be read, until it is or these are read again. `of` identifies
 * them.
 */
function useFailedPage(
  of: string,
  { error, isFetchNextPageError }: { error: Error | null; isFetchNextPageError: boolean },
): Error | null {
  const [last, setLast] = useState<{ of: string; error: Error } | null>(null);
  if (isFetchNextPageError && error && (last?.of !== of || last.error !== error)) setLast({ of, error });
  return last?.of === of ? last.error : null;
}
