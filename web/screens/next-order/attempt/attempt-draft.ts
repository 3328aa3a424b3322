import { useState } from 'react';
import type { DateText } from '../../../../contract/rules/dates/dates.ts';
import { identity } from '../../../api/identity.ts';
import { thisTab } from '../../../environment/this-tab.ts';

/** The fields that a driver has filled in for an attempt that is not confirmed yet. */
export type AttemptDraft = {
  /** The id of the attempt that this becomes: a second press makes the same command. */
  attempt_id: string;
  /** The key of a reason; null until one is selected. */
  reason: string | null;
  photo: Blob | null;
  note: string;
  /** The agreed day, and a window as `14:30`. Empty texts if there are none. */
  day: DateText | '';
  from: string;
  to: string;
};

/** The drafts of this page by order, until they are confirmed or another user signs in. */
const drafts = new Map<string, AttemptDraft>();
let user = identity().user_id();
identity().subscribe(() => {
  if (identity().user_id() !== user) drafts.clear();
  user = identity().user_id();
});

function emptyDraft(): AttemptDraft {
  return {
    attempt_id: thisTab.random.uuid(),
    reason: null,
    photo: null,
    note: '',
    day: '',
    from: '',
    to: '',
  };
}

/** Returns the user's draft of an attempt at this order, which is kept while the page lives. */
export function useAttemptDraft(user_id: string, order_id: string) {
  const key = `${user_id} ${order_id}`;
  const [draft, setDraft] = useState(() => drafts.get(key) ?? emptyDraft());
  return {
    draft,
    is_used: drafts.has(key),
    change(changes: Partial<AttemptDraft>): void {
      const next = { ...(drafts.get(key) ?? draft), ...changes };
      drafts.set(key, next);
      setDraft(next);
    },
    clear(): void {
      drafts.delete(key);
      setDraft(emptyDraft());
    },
  };
}
