import {
  hashKey,
  type QueryClient,
  type QueryFunctionContext,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import type { EndpointAnswer, EndpointQuery } from '../../contract/operations/endpoint-schemas.ts';
import type { EndpointsWith } from '../../contract/operations/endpoints.ts';
import { thisTab } from '../world/this-tab.ts';
import type { EndpointRequest } from './client.ts';
import { identity } from './identity.ts';
import { readStore } from './read-store.ts';
import { callEndpoint } from './this-page.ts';

/** The endpoints that only read and take nothing but a query. */
export type ReadName = Exclude<
  EndpointsWith<{ method: 'get' }>,
  EndpointsWith<{ path: `${string}{${string}` }>
>;

export type EndpointResult<N extends ReadName> = {
  /** The newest figures there are, kept while a background refresh fails; undefined until there are any. */
  data: EndpointAnswer<N> | undefined;
  /** When the server answered `data`; null without data. */
  as_of: Date | null;
  /** True while `data` is what an earlier visit kept on the device. */
  from_device: boolean;
  /** Of the newest attempt that is over (ProblemError, NoAnswer); null once one succeeds. */
  error: Error | null;
  /** The newest attempt succeeded. */
  isSuccess: boolean;
  isFetching: boolean;
  refetch(): Promise<void>;
};

export type Kept<N extends ReadName> = {
  answer: EndpointAnswer<N>;
  as_of: number;
  from_device: boolean;
  /** It was the answer to another query, see `keepAnswer`. */
  carried?: boolean;
};

/** What was carried over from another query is asked for anew only when it is this old. */
const CARRIED_MS = 60_000;

/**
 * Shows at once what the device kept, then the server's answer; a failing refresh keeps the old figures (ruling F5). `refetchInterval` in ms. What is
 * not `kept` never lies on the device.
 */
export function useEndpoint<N extends ReadName>(
  name: N,
  query?: EndpointQuery<N>,
  options: { refetchInterval?: number; enabled?: boolean; kept?: boolean } = {},
): EndpointResult<N> {
  const user_id = useSyncExternalStore(identity().subscribe, identity().user_id);
  const queryKey = keyOf(user_id, name, query);
  const result = useQuery({
    queryKey,
    queryFn: readThrough<N>,
    meta: { kept: options.kept !== false },
    enabled: user_id !== null && options.enabled !== false,
    refetchInterval: options.refetchInterval ?? false,
    staleTime: ({ state }) => (state.data?.carried ? CARRIED_MS : 0),
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
 * The error of the newest attempt that is over. The library forgets it at the start of every attempt while there is no
 * data, and a page that goes by that falls back to its loading state each time it asks again.
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
 * Keeps an answer as the one to another query of the same endpoint too: known to be the same, it need not be asked for
 * before it can be shown, with a network or without. Going over to that query is then no attempt that could fail.
 */
export async function keepAnswer<N extends ReadName>(
  client: QueryClient,
  name: N,
  query: EndpointQuery<N>,
  { answer, as_of }: { answer: EndpointAnswer<N>; as_of: Date },
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

/** Under which key the store of reads has the answer to this query. */
export function storedKey<N extends ReadName>(name: N, query: EndpointQuery<N> | undefined): string {
  return JSON.stringify([name, query ?? null]);
}

/** Asks anew for what takes no query, whether a page shows it or not, as if a page did. Throws as `callEndpoint`. */
export async function readAnew<N extends ReadName>(client: QueryClient, name: N): Promise<EndpointAnswer<N>> {
  const queryKey = keyOf(identity().user_id(), name, undefined);
  const kept = await client.fetchQuery({
    queryKey,
    queryFn: readThrough<N>,
    meta: { kept: true },
    staleTime: 0,
  });
  return kept.answer;
}

/** The endpoint that this is a read of; null for what is none. */
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
