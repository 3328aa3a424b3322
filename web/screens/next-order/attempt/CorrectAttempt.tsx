import { t } from '@lingui/core/macro';
import { useCallback, useState } from 'react';
import { attempt } from '../../../commands/delivery/attempt.ts';
import { aboutRefusalOf } from '../../../commands/notices/use-outbox-toasts.ts';
import { deviceOutbox } from '../../../commands/this-device.ts';
import type { OutboxEntry } from '../../../offline/outbox-entry.ts';
import { useProfile } from '../../../session/use-session.ts';
import { Button, useBusy } from '../../../ui/Button.tsx';
import { showToast, withdrawToasts } from '../../../ui/toast.ts';
import type { NextOrderRead } from '../use-next-order.ts';

/** Loaded when it is first opened, unless it was prefetched. */
const loadSheet = () => import('./OrderAttempt.tsx');

type Props = { entry: OutboxEntry<'record_attempt'>; read: NextOrderRead };

/**
 * Opens the sheet with the input of a refused attempt, if its order can be delivered. The refused attempt is
 * kept, with its photo, until the corrected one is stored.
 */
export function CorrectAttempt({ entry, read }: Props) {
  const { order_id } = entry.input;
  const profile = useProfile();
  const [sheet, setSheet] = useState<Awaited<ReturnType<typeof loadSheet>>>();
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const [busy, run] = useBusy();
  const order = read.stops?.find((stop) => stop.order.id === order_id)?.order;
  if (!order || !read.mayOpen(order_id)) return null;

  async function correct(): Promise<void> {
    try {
      // A sheet that was open already contains the driver's changes.
      if (!sheet) {
        const loaded = await loadSheet();
        await loaded.fillSheet(entry);
        setSheet(loaded);
      }
      withdrawToasts(aboutRefusalOf(entry));
      read.open(order_id);
      setOpen(true);
    } catch (error) {
      showToast(attempt.messages.notMade(error));
    }
  }

  return (
    <>
      <Button variant="secondary" busy={busy} onClick={() => void run(correct)} className="mt-2">
        {t`Correct it`}
      </Button>
      {sheet && (
        <sheet.OrderAttempt
          order={order}
          profile={profile}
          open={open}
          onClose={close}
          onAttempted={() => {
            void deviceOutbox.discard(entry.command_id);
            read.forget(order_id);
          }}
          onUndone={read.open}
        />
      )}
    </>
  );
}
