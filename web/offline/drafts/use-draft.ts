import { t } from '@lingui/core/macro';
import { useCallback, useEffect, useRef, useState } from 'react';
import { identity } from '../../api/identity.ts';
import { plainFailure, type ToastText } from '../../api/problem-messages.ts';
import { preventReload, preventReloadDuring } from '../../environment/page-use.ts';
import { untilUnmounted } from '../../environment/timing.ts';
import { useProfile } from '../../session/use-session.ts';
import { showToast } from '../../ui/toast.ts';
import { type Draft, isDeviceFull } from '../device-records.ts';
import { deviceDrafts } from './device-drafts.ts';
import { EMPTY_DRAFT, isFilledIn } from './drafts.ts';

/** The signed-in user's draft of this order's confirmation. */
export function useDraft(order_id: string) {
  const user_id = useProfile().id;
  const of = `${user_id} ${order_id}`;
  /** Undefined until it was read from the device. */
  const [loaded, setLoaded] = useState<{ of: string; draft: Draft }>();
  /** Runs the writes of one draft in the order in which they were requested. */
  const writes = useRef<Promise<unknown>>(Promise.resolve());
  const failure_shown = useRef(false);

  useEffect(() => {
    // A device that cannot read its drafts starts with an empty one.
    const read = deviceDrafts.read(user_id, order_id).catch(() => EMPTY_DRAFT);
    return untilUnmounted(read, (draft) => setLoaded({ of, draft }));
  }, [user_id, order_id, of]);

  const write = useCallback(<T>(work: () => Promise<T>): Promise<T> => {
    const done = preventReloadDuring(writes.current.then(work));
    writes.current = done.catch(() => {});
    return done;
  }, []);

  /**
   * Shows changes immediately. Resolves once they are stored (await it before opening the camera), or a toast
   * shows the failure.
   */
  const save = useCallback(
    async (changes: Partial<Draft>) => {
      setLoaded((current) =>
        current?.of === of ? { of, draft: { ...current.draft, ...changes } } : current,
      );
      try {
        // A write that is pending when the user signs out would stay on the device.
        const isSignedIn = () => identity().user_id() === user_id;
        await write(() => deviceDrafts.save(user_id, order_id, changes, isSignedIn));
        failure_shown.current = false;
      } catch (error) {
        // Every keystroke would fail again, so the failure is shown once.
        if (!failure_shown.current) showToast(notKept(error));
        failure_shown.current = true;
      }
    },
    [user_id, order_id, of, write],
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

/** The toast for a draft that is shown but not stored. */
function notKept(error: unknown): ToastText {
  const why = isDeviceFull(error)
    ? t`This device has no storage left for your draft.`
    : t`Your draft could not be kept on this device.`;
  return plainFailure(`${why} ${t`Your input is lost when this page closes.`}`);
}
