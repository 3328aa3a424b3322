import { useEffect, useState } from 'react';
import { identity } from '../../../api/identity.ts';
import { thisTab } from '../../../environment/this-tab.ts';
import { untilUnmounted, withinStoreTimeout } from '../../../environment/timing.ts';
import { createAttemptDrafts } from '../../../offline/drafts/attempt-draft-store.ts';
import type { AttemptDraft } from '../../../offline/drafts/attempt-drafts.ts';
import { useDraftWrites } from '../../../offline/drafts/use-draft-writes.ts';

const stored = createAttemptDrafts(thisTab);

/**
 * The drafts of this page by order, until they are confirmed or another user signs in. They are also kept on
 * the device, since the phone may close the page behind the camera.
 */
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

/** Returns the user's draft of an attempt at this order; undefined until it was read from the device. */
export function useAttemptDraft(user_id: string, order_id: string) {
  const key = `${user_id} ${order_id}`;
  const [draft, setDraft] = useState(() => drafts.get(key));
  const { write, keep } = useDraftWrites();

  useEffect(() => {
    // A device that cannot read its drafts starts with an empty one.
    const reading = withinStoreTimeout(thisTab, stored.read(user_id, order_id)).catch(() => null);
    return untilUnmounted(reading, (found) => {
      if (found && !drafts.has(key)) drafts.set(key, found);
      setDraft((shown) => drafts.get(key) ?? shown ?? emptyDraft());
    });
  }, [user_id, order_id, key]);

  return {
    draft,
    is_used: drafts.has(key),
    change(changes: Partial<AttemptDraft>): void {
      const next = { ...(drafts.get(key) ?? draft ?? emptyDraft()), ...changes };
      drafts.set(key, next);
      setDraft(next);
      // A write that is pending when the user signs out would stay on the device.
      const isSignedIn = () => identity().user_id() === user_id;
      void keep(() => stored.save(user_id, order_id, next, changes, isSignedIn));
    },
    clear(): void {
      drafts.delete(key);
      setDraft(emptyDraft());
      // A draft that stays is ignored, since its attempt is made.
      void write(() => stored.clear(user_id, order_id)).catch(() => {});
    },
  };
}
