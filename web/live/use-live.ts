import { SHOWN_TOPICS } from 'virtual:shown-topics';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Topic } from '../../contract/rules/topics.ts';
import { identity } from '../api/identity.ts';
import { readsFrom } from '../api/this-page.ts';
import { useSession } from '../session/use-session.ts';
import { reachableTab } from '../world/reachability/reachable-tab.ts';
import { thisTab } from '../world/this-tab.ts';
import { createAskAgain } from './ask-again.ts';
import { followChanges, type Heard } from './follow-changes.ts';
import { noteLost } from './lost-since.ts';

/** Topics that the signed-in user's profile shows, which is no read like the others. */
const OF_PROFILE: readonly Topic[] = SHOWN_TOPICS.read_profile ?? [];

/**
 * Has what the page shows ask again when it was touched, until it is left; `onTopics` hears of it too, null: of everything. Where
 * whoever is signed in must first choose a password, nothing is to be heard.
 */
export function useLive(onTopics: (topics: ReadonlySet<Topic> | null) => void): void {
  const client = useQueryClient();
  const { profile, refreshProfile } = useSession();
  const user_id = profile && !profile.must_change_password ? profile.id : null;
  useEffect(() => {
    if (user_id === null) return;
    const askAgain = createAskAgain(client, thisTab, SHOWN_TOPICS);
    const asking = { identity: identity(), user_id, reads: readsFrom };
    const stop = followChanges(reachableTab, asking, (heard) => {
      noteLost(heard.kind === 'lost' ? heard.since : null);
      const topics = topicsOf(heard);
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

/** What was touched; null: nobody knows what. */
function topicsOf(heard: Heard): ReadonlySet<Topic> | null | undefined {
  if (heard.kind === 'read_all') return null;
  return heard.kind === 'hints' ? new Set(heard.hints.map(({ topic }) => topic)) : undefined;
}
