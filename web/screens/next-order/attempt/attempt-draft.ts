import { useEffect, useState } from 'react';
import { identity } from '../../../api/identity.ts';
import { useCommandEntries } from '../../../commands/use-entries.ts';
import { thisTab } from '../../../environment/this-tab.ts';
import { untilUnmounted, withinStoreTimeout } from '../../../environment/timing.ts';
import { createAttemptDrafts } from '../../../offline/drafts/attempt-draft-store.ts';
import type { AttemptDraft } from '../../../offline/drafts/attempt-drafts.ts';
import { useDraftWrites } from '../../../offline/drafts/use-draft-writes.ts';

const stored = createAttemptDrafts(thisTab);

/**
 * The drafts of this page by order, until they are confirmed or another user signs in. A draft that is stored
 * on the device is read again whenever its sheet opens, since another tab may have recorded or discarded it.
 */
const drafts = new Map<string, { draft: AttemptDraft; is_stored: boolean }>();
let user = identity().user_id();
identity().subscribe(() => {
  if (identity().user_id() !== user) drafts.clear();
  user = identity().user_id();
});

const keyOf = (user_id: string, order_id: string) => `${user_id} ${order_id}`;
/** A write that is pending when the user signs out would stay on the device. */
const isSignedIn = (user_id: string) => () => identity().user_id() === user_id;

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

/** Stores this input as the draft of a new attempt, in place of any other draft of the order. */
export async function storeDraft(
  user_id: string,
  order_id: string,
  input: Omit<AttemptDraft, 'attempt_id'>,
): Promise<void> {
  const draft = { ...emptyDraft(), ...input };
  await stored.save(user_id, order_id, draft, draft, isSignedIn(user_id));
  drafts.delete(keyOf(user_id, order_id));
}

/**
 * Returns the user's draft of an attempt at this order; undefined until it was read from the device, which
 * the opening of its sheet starts. A draft that has become an attempt, in any tab, is replaced.
 */
export function useAttemptDraft(user_id: string, order_id: string, open: boolean) {
  const key = keyOf(user_id, order_id);
  const [draft, setDraft] = useState<AttemptDraft>();
  const { write, keep } = useDraftWrites();
  const is_made = useCommandEntries('record_attempt').some(({ subject }) => subject === draft?.attempt_id);

  useEffect(() => {
    if (!open) return;
    const show = () => setDraft(drafts.get(key)?.draft ?? emptyDraft());
    const known = (found: AttemptDraft | null) => {
      if (is_made || drafts.get(key)?.is_stored) drafts.delete(key);
      if (found && !drafts.has(key)) drafts.set(key, { draft: found, is_stored: true });
      show();
    };
    // A device that cannot read its drafts starts with those of this page.
    return untilUnmounted(withinStoreTimeout(thisTab, stored.read(user_id, order_id)), known, show);
  }, [user_id, order_id, key, open, is_made]);

  return {
    draft,
    is_used: drafts.has(key),
    change(changes: Partial<AttemptDraft>): void {
      const next = { ...(drafts.get(key)?.draft ?? draft ?? emptyDraft()), ...changes };
      const kept = { draft: next, is_stored: false };
      drafts.set(key, kept);
      setDraft(next);
      void keep(async () => {
        await stored.save(user_id, order_id, next, changes, isSignedIn(user_id));
        kept.is_stored = true;
      });
    },
    clear(): void {
      drafts.delete(key);
      setDraft(emptyDraft());
      // A draft that stays is ignored, since its attempt is made.
      void write(() => stored.clear(user_id, order_id)).catch(() => {});
    },
  };
}
