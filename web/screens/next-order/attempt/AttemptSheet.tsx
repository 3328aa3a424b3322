import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import type { Profile } from '../../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { dayOf } from '../../../../contract/rules/dates/dates.ts';
import { ATTEMPT_REASONS } from '../../../../contract/rules/orders/attempt-reasons.ts';
import type { OrderWithItems } from '../../../../contract/schemas/orders.ts';
import { useDeliverySettings } from '../../../api/delivery-settings.ts';
import { clockOffsetMs } from '../../../api/this-page.ts';
import { attempt } from '../../../commands/delivery/attempt.ts';
import { makeCommand } from '../../../commands/make-command.ts';
import { thisDevice } from '../../../commands/this-device.ts';
import type { Position } from '../../../environment/environment.ts';
import { vibrate } from '../../../environment/page-apis.ts';
import { thisTab } from '../../../environment/this-tab.ts';
import { untilUnmounted } from '../../../environment/timing.ts';
import type { AttemptDraft } from '../../../offline/drafts/attempt-drafts.ts';
import type { OutboxEntry } from '../../../offline/outbox-entry.ts';
import { Button, useBusy } from '../../../ui/Button.tsx';
import { enterMovesFocus } from '../../../ui/enter-moves-focus.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useMissing } from '../../../ui/use-missing.ts';
import { missingOf, nextOf } from './attempt-rules.ts';
import { ReasonChoice } from './ReasonChoice.tsx';
import { RequiredInputs } from './RequiredInputs.tsx';

/** The vibration is as long as after a delivery: felt, and over before the driver's next action. */
const VIBRATION_MS = 60;

type Props = {
  order: OrderWithItems;
  profile: Profile;
  draft: AttemptDraft;
  onChange: (changes: Partial<AttemptDraft>) => void;
  onClose: () => void;
  /** Called once the attempt is stored on the device. */
  onRecorded: (entry: OutboxEntry<'record_attempt'>) => void;
};

/** The form of an order that could not be delivered: a reason, and the inputs that it requires. */
export function AttemptSheet({ order, profile, draft, onChange, onClose, onRecorded }: Props) {
  const settings = useDeliverySettings().data;
  const reasons = settings?.reasons ?? ATTEMPT_REASONS;
  const reason = reasons.find(({ key }) => key === draft.reason) ?? null;
  const position = usePosition(settings?.records_position === true);
  const today = dayOf(new Date(thisTab.now() + clockOffsetMs()), profile.shop.time_zone);
  const missing = missingOf(reason, draft, today);
  const { check, mark } = useMissing(missing);
  const [busy, run] = useBusy();

  async function record(): Promise<void> {
    if (!check() || !reason) return;
    const { attempt_id, note, photo } = draft;
    const given = {
      order,
      attempt_id,
      reason: reason.key,
      reason_label: reason.label,
      note,
      photo,
      next: nextOf(draft),
      position: position.current,
    };
    try {
      const made = { by: profile, command_id: attempt_id, device: thisDevice };
      const entry = await makeCommand(attempt, given, made);
      vibrate(VIBRATION_MS);
      onRecorded(entry);
    } catch (error) {
      showToast(attempt.messages.notMade(error));
    }
  }

  return (
    <FormDialog
      title={t`Something else happened`}
      description={t`Order #${order.order_number}`}
      locked={busy}
      onClose={onClose}
      footer={() => (
        <Button
          busy={busy}
          busyText={t`Saving...`}
          aria-disabled={missing.length > 0}
          onClick={() => void run(record)}
        >
          {t`Couldn't deliver`}
        </Button>
      )}
    >
      <form
        noValidate
        aria-label={t`Couldn't deliver`}
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={enterMovesFocus}
        className="flex flex-col gap-4"
      >
        <ReasonChoice
          {...mark('reason')}
          reasons={reasons}
          value={reason?.key ?? null}
          disabled={busy}
          onReason={(key) => onChange({ reason: key })}
        />
        <RequiredInputs
          reason={reason}
          draft={draft}
          today={today}
          busy={busy}
          mark={mark}
          onChange={onChange}
        />
      </form>
    </FormDialog>
  );
}

/** Requests the position when the sheet opens, if the shop records it; the form never waits for it. */
function usePosition(is_recorded: boolean) {
  const position = useRef<Position | null>(null);
  useEffect(() => {
    if (!is_recorded) return;
    return untilUnmounted(thisTab.position(), (known) => {
      position.current = known;
    });
  }, [is_recorded]);
  return position;
}
