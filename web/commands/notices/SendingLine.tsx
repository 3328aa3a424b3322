import { t } from '@lingui/core/macro';
import { useCallback, useId, useSyncExternalStore } from 'react';
import { sendingProgress } from '../this-device.ts';

/** Told in steps of so many percent. */
const STEP = 5;

/**
 * How far the files of a command have left, while they are on their way from this tab; nothing otherwise. A bar and not a message: screen readers read it when
 * asked, and are not told every step, wherever it stands.
 */
export function SendingLine({ command_id }: { command_id: string }) {
  const words = useId();
  const percent = useSyncExternalStore(
    sendingProgress.subscribe,
    useCallback(() => percentOf(command_id), [command_id]),
  );
  if (percent === null) return null;
  const is_photo = sendingProgress.read(command_id)?.photo === true;
  return (
    <div aria-live="off" className="flex w-full min-w-0 basis-full flex-col justify-center gap-1">
      <p id={words} className="amount text-sm">
        {is_photo ? t`Sending photo ${percent} %` : t`Sending files ${percent} %`}
      </p>
      <div
        role="progressbar"
        aria-labelledby={words}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div className="h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}

/** Null also when all has left: what is waited for then is the answer. */
function percentOf(command_id: string): number | null {
  const sending = sendingProgress.read(command_id);
  if (!sending || sending.share >= 1) return null;
  return Math.floor((sending.share * 100) / STEP) * STEP;
}
