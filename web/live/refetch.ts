import type { Query, QueryClient } from '@tanstack/react-query';
import type { Topic } from '../../contract/rules/topics.ts';
import { readNameOf } from '../api/use-endpoint.ts';
import type { Environment } from '../environment/environment.ts';
import { oneAtATime } from './one-at-a-time.ts';

export type ShownTopics = Partial<Record<string, readonly Topic[]>>;

/**
 * Returns a function that refetches the reads that show a changed topic (null: all reads). Mounted reads are
 * refetched at once, each at most once at a time, however many hints arrive. Other reads are refetched when
 * they are mounted. On a hidden page, reads are only invalidated; they are refetched when it becomes visible.
 */
export function createRefetch(
  client: QueryClient,
  { page, timer, elapsed }: Pick<Environment, 'page' | 'timer' | 'elapsed'>,
  shown: ShownTopics,
): (topics: ReadonlySet<Topic> | null) => void {
  const refetching = new Map<string, () => void>();

  function refetch({ queryHash, queryKey, state }: Query): void {
    // The response to a request in progress may predate the change.
    const is_late = state.fetchStatus === 'fetching' && !refetching.has(queryHash);
    const again = () =>
      client.refetchQueries({ queryKey, exact: true, type: 'active' }, { cancelRefetch: false });
    const trigger =
      refetching.get(queryHash) ?? oneAtATime({ timer, elapsed }, again, () => refetching.delete(queryHash));
    refetching.set(queryHash, trigger);
    trigger();
    if (is_late) trigger();
  }

  return (topics) => {
    const isAffected = ({ queryKey }: Query) => {
      const name = readNameOf(queryKey);
      if (name === null) return false;
      return topics === null || (shown[name]?.some((topic) => topics.has(topic)) ?? false);
    };
    void client.invalidateQueries({ predicate: isAffected, refetchType: 'none' });
    if (!page.visible()) return;
    for (const query of client.getQueryCache().findAll({ type: 'active', predicate: isAffected }))
      refetch(query);
  };
}
