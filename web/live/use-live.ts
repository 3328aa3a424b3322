import { SHOWN_TOPICS } from 'virtual:shown-topics';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Topic } from '../../contract/rules/topics.ts';
import { identity } from '../api/identity.ts';
import { feedPositions } from '../api/this-page.ts';
import { reachableTab } from '../environment/reachability/reachable-tab.ts';
import { thisTab } from '../environment/this-tab.ts';
import { useSession } from '../session/use-session.ts';
import { followChanges, type LiveEvent } from './follow-changes.ts';
import { noteLost } from './lost-since.ts';
import { createRefetch } from './refetch.ts';

/** Topics shown by the signed-in user's profile, which is not stored with the other reads. */
const OF_PROFILE: readonly Topic[] = SHOWN_TOPICS.read_profile ?? [];

/**
 * Refetches the page's reads whose topics changed, while the component is mounted. `onTopics` receives the
 * topics, or null if any may have changed. Follows no changes while the user must first choose a password.
 */
export function useLive(onTopics: (topics: ReadonlySet<Topic> | null) => void): void {
  const client = useQueryClient();
  const { profile, refreshProfile } = useSession();
  const user_id = profile && !profile.must_change_password ? profile.id : null;
  useEffect(() => {
    if (user_id === null) return;
    const askAgain = createRefetch(client, thisTab, SHOWN_TOPICS);
    const source = { identity: identity(), user_id, reads: feedPositions };
    const stop = followChanges(reachableTab, source, (event) => {
      noteLost(event.kind === 'lost' ? event.since : null);
      const topics = topicsOf(event);
      if (topics === undefined) return;
      askAgain(topics);
      onTopics(topics);
      if (topics === null || OF_PROFILE.some((topic) => topics.has(topic))) void refreshProfile();
    });
    return () => {
      stop();
      noteLost(null);
    };
  }, [client, user_id, refreshProfile, onTopics]);
}

/** Returns the changed topics; null if they are unknown; undefined if none changed. */
function topicsOf(event: LiveEvent): ReadonlySet<Topic> | null | undefined {
  if (event.kind === 'read_all') return null;
  return event.kind === 'hints' ? new Set(event.hints.map(({ topic }) => topic)) : undefined;
}
