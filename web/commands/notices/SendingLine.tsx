import { t } from '@lingui/core/macro';
import { useCallback, useId, useSyncExternalStore } from 'react';
import { sendingProgress } from '../this-device.ts';

/** The step of the shown percentage. */
const STEP = 5;

/**
 * The upload progress of a command's files while this tab sends them; nothing otherwise. A progress bar
 * rather than a status message, so that screen readers read it on request instead of announcing every step.
 */
export function SendingLine({ command_id }: { command_id: string }) {
  const label_id = useId();
  const percent = useSyncExternalStore(
    sendingProgress.subscribe,
    useCallback(() => percentOf(command_id), [command_id]),
  );
  if (percent === null) return null;
  const is_photo = sendingProgress.read(command_id)?.photo === true;
  return (
    <div aria-live="off" className="flex w-full min-w-0 basis-full flex-col justify-center gap-1">
      <p id={label_id} className="amount text-sm">
        {is_photo ? t`Sending photo ${percent} %` : t`Sending files ${percent} %`}
      </p>
      <div
        role="progressbar"
        aria-labelledby={label_id}
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

/** Returns null also once everything is sent: then only the response is missing. */
function percentOf(command_id: string): number | null {
  const sending = sendingProgress.read(command_id);
  if (!sending || sending.share >= 1) return null;
  return Math.floor((sending.share * 100) / STEP) * STEP;
}
