import { useCallback, useEffect, useState } from 'react';
import { identity } from '../../api/identity.ts';
import { preventReload } from '../../environment/page-use.ts';
import { untilUnmounted } from '../../environment/timing.ts';
import { useProfile } from '../../session/use-session.ts';
import type { Draft } from '../device-records.ts';
import { deviceDrafts } from './device-drafts.ts';
import { EMPTY_DRAFT, isFilledIn } from './drafts.ts';
import { useDraftWrites } from './use-draft-writes.ts';

/** The signed-in user's draft of this order's confirmation. */
export function useDraft(order_id: string) {
  const user_id = useProfile().id;
  const of = `${user_id} ${order_id}`;
  /** Undefined until it was read from the device. */
  const [loaded, setLoaded] = useState<{ of: string; draft: Draft }>();
  const { write, keep } = useDraftWrites();

  useEffect(() => {
    // A device that cannot read its drafts starts with an empty one.
    const read = deviceDrafts.read(user_id, order_id).catch(() => EMPTY_DRAFT);
    return untilUnmounted(read, (draft) => setLoaded({ of, draft }));
  }, [user_id, order_id, of]);

  /**
   * Shows changes immediately. Resolves once they are stored (await it before opening the camera), or a toast
   * shows the failure.
   */
  const save = useCallback(
    async (changes: Partial<Draft>) => {
      setLoaded((current) =>
        current?.of === of ? { of, draft: { ...current.draft, ...changes } } : current,
      );
      // A write that is pending when the user signs out would stay on the device.
      const isSignedIn = () => identity().user_id() === user_id;
      await keep(() => deviceDrafts.save(user_id, order_id, changes, isSignedIn));
    },
    [user_id, order_id, of, keep],
  );

  const clear = useCallback(async () => {
    setLoaded({ of, draft: EMPTY_DRAFT });
    await write(() => deviceDrafts.clear(user_id, order_id));
  }, [user_id, order_id, of, write]);

  const draft = loaded?.of === of ? loaded.draft : undefined;
  const is_used = draft !== undefined && (draft.photo !== null || isFilledIn(draft));
  useEffect(() => (is_used ? preventReload() : undefined), [is_used]);
  return { draft, save, clear };
}
