import { hashKey, useInfiniteQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import type { EndpointAnswer, EndpointQuery } from '../../../contract/operations/endpoint-schemas.ts';
import type { EndpointRequest } from '../../api/client.ts';
import { identity } from '../../api/identity.ts';
import { callEndpoint } from '../../api/this-page.ts';
import { type EndpointResult, type ReadName, useLastError } from '../../api/use-endpoint.ts';

/** A hint that was missed makes a list wrong for no longer (ruling G3). */
const ANEW_MS = 30_000;

/** The reads that answer a page, and what to ask for as `after` to have the next one. */
type PagedRead = {
  [N in ReadName]: EndpointAnswer<N> extends { next: string | null } ? N : never;
}[ReadName];

export type DeskPages<Page> = {
  pages: readonly Page[];
  /** There are more than are shown. */
  more: boolean;
  /** Shows some more of them; null while any are on their way, after that has failed, and where there are as many as anybody looks through. */
  showMore: (() => void) | null;
  /** More of them could not be read: whoever wants them asks again. */
  failed: FailedPage | null;
};

export type FailedPage = { error: Error; again: () => void; is_asking: boolean };

export type PagesResult<N extends ReadName, Data = DeskPages<EndpointAnswer<N>>> = Omit<
  EndpointResult<N>,
  'data'
> & { data: Data | undefined };

/**
 * As many pages of a list as were asked for, and no more than `pages_max`. What makes them newer asks for each of these again, one after another, so that none is
 * missing between two of them and none stands there twice.
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
    queryFn: ({ pageParam: after, signal }): Promise<EndpointAnswer<N>> =>
      callEndpoint(name, {
        query: { ...(query as object), ...(after && { after }) },
        signal,
        ...(user_id && { as_user: user_id }),
      } as EndpointRequest<N>),
    initialPageParam: null as string | null,
    getNextPageParam: (last, pages) => (pages.length < pages_max ? nextOf(last) : null),
    enabled: enabled && user_id !== null,
    refetchInterval: ANEW_MS,
  });
  const { data, hasNextPage, isFetching, fetchNextPage, dataUpdatedAt } = result;
  const error = useLastError(hashKey(queryKey), result);
  const failed_error = useFailedPage(`${hashKey(queryKey)} ${dataUpdatedAt}`, result);
  const last = data?.pages.at(-1);
  // Never in place of what makes the list newer: a hint's read would be lost.
  const next = () => void fetchNextPage({ cancelRefetch: false });
  return {
    data: data && {
      pages: data.pages,
      more: data.pages.length > 0 && nextOf(last) !== null,
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

const nextOf = (page: unknown) => (page as { next: string | null }).next;

/** Why the page after these could not be read, until it is, or until these are read anew. `of` names them. */
function useFailedPage(
  of: string,
  { error, isFetchNextPageError }: { error: Error | null; isFetchNextPageError: boolean },
): Error | null {
  const [last, setLast] = useState<{ of: string; error: Error } | null>(null);
  if (isFetchNextPageError && error && (last?.of !== of || last.error !== error)) setLast({ of, error });
  return last?.of === of ? last.error : null;
}
