import type { Query, QueryClient } from '@tanstack/react-query';
import type { Topic } from '../../contract/rules/topics.ts';
import { readNameOf } from '../api/use-endpoint.ts';
import type { World } from '../world/world.ts';
import { oneAtATime } from './one-at-a-time.ts';

export type Shown = Partial<Record<string, readonly Topic[]>>;

/**
 * Has what shows a touched topic ask again; null: everything. What is on the page asks at once, and nothing twice at a time however many hints
 * come. The rest waits: what is not on the page until it is, and a hidden page until somebody looks, when all it shows is asked for in any case.
 */
export function createAskAgain(
  client: QueryClient,
  { page, timer, elapsed }: Pick<World, 'page' | 'timer' | 'elapsed'>,
  shown: Shown,
): (topics: ReadonlySet<Topic> | null) => void {
  const asking = new Map<string, () => void>();

  function ask({ queryHash, queryKey, state }: Query): void {
    // What is under way already may have been answered before the change.
    const is_late = state.fetchStatus === 'fetching' && !asking.has(queryHash);
    const again = () =>
      client.refetchQueries({ queryKey, exact: true, type: 'active' }, { cancelRefetch: false });
    const asks =
      asking.get(queryHash) ?? oneAtATime({ timer, elapsed }, again, () => asking.delete(queryHash));
    asking.set(queryHash, asks);
    asks();
    if (is_late) asks();
  }

  return (topics) => {
    const isMeant = ({ queryKey }: Query) => {
      const name = readNameOf(queryKey);
      if (name === null) return false;
      return topics === null || (shown[name]?.some((topic) => topics.has(topic)) ?? false);
    };
    void client.invalidateQueries({ predicate: isMeant, refetchType: 'none' });
    if (!page.visible()) return;
    for (const query of client.getQueryCache().findAll({ type: 'active', predicate: isMeant })) ask(query);
  };
}
