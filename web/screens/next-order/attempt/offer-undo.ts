import { t } from '@lingui/core/macro';
import type { Profile } from '../../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { UNDO_ATTEMPT_GRACE_MS, UNDO_ATTEMPT_MS } from '../../../../contract/rules/orders/attempts.ts';
import type { OrderWithItems } from '../../../../contract/schemas/orders.ts';
import { undoAttempt } from '../../../commands/delivery/undo-attempt.ts';
import { makeCommand } from '../../../commands/make-command.ts';
import { thisDevice } from '../../../commands/this-device.ts';
import { thisTab } from '../../../environment/this-tab.ts';
import type { OutboxEntry } from '../../../offline/outbox-entry.ts';
import { shownToasts, showToast, subscribeToToasts, withdrawToasts } from '../../../ui/toast.ts';

type Offer = {
  order: OrderWithItems;
  entry: OutboxEntry<'record_attempt'>;
  by: Profile;
  /** Called once the undo is stored on the device. */
  onUndone: (order_id: string) => void;
};

/**
 * Shows the attempt with Undo for ten seconds, on whatever screen the driver opens meanwhile. The toast is a
 * warning, since the first input for the next order dismisses success toasts.
 */
export function offerUndo({ order, entry, by, onUndone }: Offer): void {
  const { attempt_id } = entry.input;
  const about = attempt_id;
  const stopWaiting = thisTab.timer.after(UNDO_ATTEMPT_MS, end);
  let is_pressed = false;

  function end(): void {
    stopWaiting();
    // The removal of a focused button would move the keyboard's focus to the top of the document.
    if (document.activeElement?.closest('[data-toaster]')) focusHeading();
    withdrawToasts(about);
  }

  async function undo(): Promise<void> {
    if (is_pressed) return;
    is_pressed = true;
    end();
    try {
      // A page that slept runs its timers late.
      if (thisTab.now() - Date.parse(entry.occurred_at) > UNDO_ATTEMPT_MS + UNDO_ATTEMPT_GRACE_MS)
        throw new RangeError('The time to undo the attempt has passed');
      const undo_id = thisTab.random.uuid();
      const made = { by, command_id: undo_id, device: thisDevice };
      await makeCommand(undoAttempt, { order, undo_id, attempt_id }, made);
      onUndone(order.id);
    } catch (error) {
      showToast(undoAttempt.messages.notMade(error));
    }
  }

  keepInFront(about);
  showToast({
    kind: 'warning',
    title: t`Couldn't deliver #${order.order_number}`,
    about,
    action: { label: t`Undo`, onPress: () => void undo() },
  });
}

let stopKeeping = () => {};

/**
 * Keeps an offer in front of later toasts: on phones only the front toast has its button. Call it before the
 * offer is shown, so that an earlier one does not move in front of it.
 */
function keepInFront(about: string): void {
  stopKeeping();
  stopKeeping = subscribeToToasts(() => {
    const offer = shownToasts().find((toast) => toast.about === about);
    if (offer && offer !== shownToasts().at(-1)) showToast(offer);
  });
}

function focusHeading(): void {
  document.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
}
