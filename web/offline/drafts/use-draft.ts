import { t } from '@lingui/core/macro';
import { useCallback, useEffect, useRef, useState } from 'react';
import { identity } from '../../api/identity.ts';
import { plainFailure, type ToastWords } from '../../api/problem-words.ts';
import { useProfile } from '../../session/use-session.ts';
import { showToast } from '../../ui/toast.ts';
import { holdingPage, holdPage } from '../../world/page-use.ts';
import { whileHere } from '../../world/waiting.ts';
import { type Draft, isDeviceFull } from '../device-records.ts';
import { deviceDrafts } from './device-drafts.ts';
import { EMPTY_DRAFT, isFilledIn } from './drafts.ts';

/** The signed-in user's draft of this order's confirmation (ruling F6). */
export function useDraft(order_id: string) {
  const user_id = useProfile().id;
  const of = `${user_id} ${order_id}`;
  /** Undefined until it was read from the device. */
  const [loaded, setLoaded] = useState<{ of: string; draft: Draft }>();
  /** Writes of one draft follow each other in the order they were asked for. */
  const writes = useRef<Promise<unknown>>(Promise.resolve());
  const told = useRef(false);

  useEffect(() => {
    // A device that cannot read its drafts starts with an empty one.
    const read = deviceDrafts.read(user_id, order_id).catch(() => EMPTY_DRAFT);
    return whileHere(read, (draft) => setLoaded({ of, draft }));
  }, [user_id, order_id, of]);

  const write = useCallback(<T>(work: () => Promise<T>): Promise<T> => {
    const done = holdingPage(writes.current.then(work));
    writes.current = done.catch(() => {});
    return done;
  }, []);

  /** Shows at once; resolves when it is on the device (await it before opening the camera), or could not be and it was said. */
  const save = useCallback(
    async (changes: Partial<Draft>) => {
      setLoaded((current) =>
        current?.of === of ? { of, draft: { ...current.draft, ...changes } } : current,
      );
      try {
        // What is still being written when somebody signs out would stay behind.
        const here = () => identity().user_id() === user_id;
        await write(() => deviceDrafts.save(user_id, order_id, changes, here));
        told.current = false;
      } catch (error) {
        // With every keystroke it would fail anew: it is said once.
        if (!told.current) showToast(notKept(error));
        told.current = true;
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
  useEffect(() => (is_used ? holdPage() : undefined), [is_used]);
  return { draft, save, clear };
}

/** The toast for a draft that is on the screen and not on the device. */
function notKept(error: unknown): ToastWords {
  const why = isDeviceFull(error)
    ? t`This device has no room left to keep your draft.`
    : t`Your draft could not be kept on this device.`;
  return plainFailure(`${why} ${t`What you enter is lost when this page closes.`}`);
}
