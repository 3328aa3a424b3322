import {
  hashKey,
  type QueryClient,
  type QueryFunctionContext,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import type { EndpointQuery, EndpointResponse } from '../../contract/operations/endpoint-schemas.ts';
import type { EndpointsWith } from '../../contract/operations/endpoints.ts';
import { thisTab } from '../environment/this-tab.ts';
import type { EndpointRequest } from './client.ts';
import { identity } from './identity.ts';
import { readStore } from './read-store.ts';
import { callEndpoint } from './this-page.ts';

/** The endpoints that only read and take only a query. */
export type ReadName = Exclude<
  EndpointsWith<{ method: 'get' }>,
  EndpointsWith<{ path: `${string}{${string}` }>
>;

export type EndpointResult<N extends ReadName> = {
  /** The newest available response, retained while a background refresh fails; undefined before the first. */
  data: EndpointResponse<N> | undefined;
  /** The time at which the server sent `data`; null without data. */
  as_of: Date | null;
  /** True while `data` was stored on the device by an earlier visit. */
  from_device: boolean;
  /** The error of the newest finished attempt (ProblemError, NoResponse); null once an attempt succeeds. */
  error: Error | null;
  /** True if `data` is the server's response to this query and the newest attempt succeeded. */
  isSuccess: boolean;
  isFetching: boolean;
  refetch(): Promise<void>;
};

export type Kept<N extends ReadName> = {
  answer: EndpointResponse<N>;
  as_of: number;
  from_device: boolean;
  /** True if this was the response to another query, see `reuseResponse`. */
  carried?: boolean;
};

/** The age in ms from which a response carried over from another query is read again. */
const CARRIED_MS = 60_000;

/**
 * Shows the stored response at once, then the server's; a failing refresh keeps the old data.
 * `refetchInterval` in ms. A response younger than `fresh_ms` is not read again for another component. If
 * `kept` is false, nothing is stored on the device.
 */
export function useEndpoint<N extends ReadName>(
  name: N,
  query?: EndpointQuery<N>,
  options: { refetchInterval?: number; fresh_ms?: number; enabled?: boolean; kept?: boolean } = {},
): EndpointResult<N> {
  const user_id = useSyncExternalStore(identity().subscribe, identity().user_id);
  const queryKey = keyOf(user_id, name, query);
  const result = useQuery({
    queryKey,
    queryFn: readThrough<N>,
    meta: { kept: options.kept !== false },
    enabled: user_id !== null && options.enabled !== false,
    refetchInterval: options.refetchInterval ?? false,
    staleTime: ({ state: { data } }) => {
      if (data?.carried) return CARRIED_MS;
      return data?.from_device ? 0 : (options.fresh_ms ?? 0);
    },
  });
  const { data, isFetching } = result;
  const error = useLastError(hashKey(queryKey), result);
  const current = result.isSuccess && !data?.from_device && !data?.carried;
  return {
    data: data?.answer,
    as_of: data ? new Date(data.as_of) : null,
    from_device: data?.from_device ?? false,
    error,
    isSuccess: current,
    isFetching,
    refetch: async () => {
      await result.refetch();
    },
  };
}

/**
 * The error of the newest finished attempt. While there is no data, the library clears it at the start of
 * every attempt, so a page that used it would fall back to its loading state at each retry.
 */
export function useLastError(
  of: string,
  { error, isSuccess }: Pick<UseQueryResult, 'error' | 'isSuccess'>,
): Error | null {
  const [last, setLast] = useState<{ of: string; error: Error } | null>(null);
  const known = last?.of === of ? last.error : null;
  const now = error ?? (isSuccess ? null : known);
  if (now !== (last?.error ?? null) || (last !== null && last.of !== of)) setLast(now && { of, error: now });
  return now;
}

/**
 * Reuses a response for another query of the same endpoint that is known to have the same result, so it can
 * be shown at once, online or offline. Switching to that query is then no attempt that could fail.
 */
export async function reuseResponse<N extends ReadName>(
  client: QueryClient,
  name: N,
  query: EndpointQuery<N>,
  { answer, as_of }: { answer: EndpointResponse<N>; as_of: Date },
): Promise<void> {
  const user_id = identity().user_id();
  if (user_id === null) return;
  const kept = { answer, as_of: as_of.getTime() };
  client.setQueryData<Kept<N>>(
    keyOf(user_id, name, query),
    (known) => known ?? { ...kept, from_device: false, carried: true },
    { updatedAt: kept.as_of },
  );
  await readStore().write(user_id, storedKey(name, query), kept);
}

/** The key of the response to this query in the store of reads. */
export function storedKey<N extends ReadName>(name: N, query: EndpointQuery<N> | undefined): string {
  return JSON.stringify([name, query ?? null]);
}

/**
 * Reads an endpoint without a query again, whether or not a page shows it, unless its response is younger
 * than `fresh_ms`. Throws like `callEndpoint`.
 */
export async function readAgain<N extends ReadName>(
  client: QueryClient,
  name: N,
  fresh_ms = 0,
): Promise<EndpointResponse<N>> {
  const queryKey = keyOf(identity().user_id(), name, undefined);
  const kept = await client.fetchQuery({
    queryKey,
    queryFn: readThrough<N>,
    meta: { kept: true },
    staleTime: fresh_ms,
  });
  return kept.answer;
}

/** Returns the endpoint of a read's query key; null for other keys. */
export function readNameOf([kind, , name]: readonly unknown[]): string | null {
  return kind === 'read' && typeof name === 'string' ? name : null;
}

type ReadKey<N extends ReadName> = readonly ['read', string | null, N, EndpointQuery<N> | null];

export function keyOf<N extends ReadName>(
  user_id: string | null,
  name: N,
  query: EndpointQuery<N> | undefined,
): ReadKey<N> {
  return ['read', user_id, name, query ?? null];
}

async function readThrough<N extends ReadName>({
  client,
  signal,
  queryKey,
  meta,
}: QueryFunctionContext<ReadKey<N>>): Promise<Kept<N>> {
  const [, user_id, name, query] = queryKey;
  if (user_id === null) throw new Error('A read needs a signed-in user');
  const key = storedKey(name, query ?? undefined);
  if (meta?.kept && client.getQueryData(queryKey) === undefined) {
    const stored = await readStore().read(user_id, key);
    const kept = stored && { ...stored, from_device: true };
    if (kept && !signal.aborted) client.setQueryData(queryKey, kept, { updatedAt: kept.as_of });
  }
  const request = { as_user: user_id, signal, ...(query && { query }) } as EndpointRequest<N>;
  const answer = await callEndpoint(name, request);
  const as_of = thisTab.now();
  if (meta?.kept) await readStore().write(user_id, key, { answer, as_of });
  return { answer, as_of, from_device: false };
}
