import { t } from '@lingui/core/macro';
import { useCallback, useRef } from 'react';
import { plainFailure, type ToastText } from '../../api/problem-messages.ts';
import { preventReloadDuring } from '../../environment/page-use.ts';
import { showToast } from '../../ui/toast.ts';
import { isDeviceFull } from '../device-records.ts';

/** Writes the drafts of a form, in the order in which that was requested. */
export function useDraftWrites() {
  const writes = useRef<Promise<unknown>>(Promise.resolve());
  const failure_shown = useRef(false);

  const write = useCallback(<T>(work: () => Promise<T>): Promise<T> => {
    const done = preventReloadDuring(writes.current.then(work));
    writes.current = done.catch(() => {});
    return done;
  }, []);

  /** Like `write`; a toast shows a failure. */
  const keep = useCallback(
    async (work: () => Promise<void>): Promise<void> => {
      try {
        await write(work);
        failure_shown.current = false;
      } catch (error) {
        // Every keystroke would fail again, so the failure is shown once.
        if (!failure_shown.current) showToast(notKept(error));
        failure_shown.current = true;
      }
    },
    [write],
  );

  return { write, keep };
}

/** The toast for a draft that is shown but not stored. */
function notKept(error: unknown): ToastText {
  const why = isDeviceFull(error)
    ? t`This device has no storage left for your draft.`
    : t`Your draft could not be kept on this device.`;
  return plainFailure(`${why} ${t`Your input is lost when this page closes.`}`);
}
