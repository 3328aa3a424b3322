import { t } from '@lingui/core/macro';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import type { DeliveryFacts } from '../../../contract/schemas/corrections.ts';
import { CASH_COMMANDS } from '../../commands/cash/cash-commands.ts';
import { makeCommand } from '../../commands/make-command.ts';
import { thisDevice } from '../../commands/this-device.ts';
import { CorrectionFields } from '../../components/correction/CorrectionFields.tsx';
import { type Corrected, useCorrectionForm } from '../../components/correction/use-correction-form.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { useProfile } from '../../session/use-session.ts';
import { Button, useBusy } from '../../ui/Button.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { showToast } from '../../ui/toast.ts';
import type { OwnCorrectable } from './own-correctable.ts';

type Props = {
  /** The delivery from when the form was opened: the server refuses it after a newer correction. */
  delivery: OwnCorrectable;
  onClose: () => void;
};

/**
 * A driver corrects an own delivery. The correction is stored on the device and sent after the delivery
 * itself; the form closes only once it is stored.
 */
export function CorrectDelivery({ delivery, onClose }: Props) {
  const by = useProfile();
  const { facts, handed_in, command_id: subject, order_number } = delivery;
  const form = useCorrectionForm(facts, false);
  const [busy, run] = useBusy();
  const needs_approval = form.corrected !== null && needsApproval(facts, form.corrected, handed_in);

  async function save(): Promise<void> {
    const { corrected, typed, photo } = form;
    if (!form.check() || !corrected || !by.driver) return;
    const driver = by.driver;
    const given = {
      delivery_command_id: subject,
      delivery: {
        ...{ order_id: delivery.order_id, order_number, facts, corrections: delivery.corrections },
        ...{ driver_id: driver.id, driver_name: by.full_name, delivered_at: new Date(delivery.delivered_at) },
      },
      customer_name: typed.customer_name,
      ...{ taken: corrected.taken, rounding_fils: corrected.rounding_fils },
      short_reason: corrected.owed_fils > 0 ? typed.short_reason.trim() : null,
      photo,
      needs_approval,
    };
    const command = CASH_COMMANDS.correct_delivery;
    const command_id = thisTab.random.uuid();
    try {
      const made = await makeCommand(command, given, { by, command_id, device: thisDevice });
      // Another tab made one first, so this input is not stored.
      if (made.command_id !== command_id) throw new Error('Another correction of this delivery is unsent');
    } catch (error) {
      showToast({ ...command.messages.notMade(error), names: `#${order_number}` });
      return;
    }
    onClose();
  }

  return (
    <FormDialog
      title={t`Correct delivery #${order_number}`}
      description={t`Both are kept: what you recorded first, and the correction.`}
      dirty={form.is_changed}
      locked={busy}
      onClose={onClose}
      footer={(close) => (
        <>
          <Button variant="secondary" disabled={busy} onClick={close}>
            {t`Cancel`}
          </Button>
          <Button busy={busy} busyText={t`Saving...`} onClick={() => void run(save)}>
            {needs_approval ? t`Request correction` : t`Correct`}
          </Button>
        </>
      )}
    >
      <CorrectionFields
        form={form}
        facts={facts}
        busy={busy}
        effect={form.corrected && effectOf(facts, form.corrected, handed_in)}
        by_manager={false}
      />
      {needs_approval && form.is_changed && (
        <Notice tone="warn" title={t`It counts once a Manager or Admin has approved it.`} />
      )}
    </FormDialog>
  );
}

/** True if the server will ask a second person, as far as the device knows. */
function needsApproval(facts: DeliveryFacts, { cash_fils, taken }: Corrected, handed_in: boolean): boolean {
  const took_nothing = cash_fils + taken.card_fils === 0 && !taken.link && !taken.transfer;
  return handed_in || cash_fils < facts.cash_fils || (took_nothing && facts.due_fils > 0);
}

function effectOf(
  { cash_fils: before_fils }: DeliveryFacts,
  { cash_fils }: Corrected,
  handed_in: boolean,
): string {
  if (cash_fils === before_fils) return t`Your cash on hand does not change.`;
  const amount = formatMoney(Math.abs(cash_fils - before_fils));
  if (handed_in)
    return cash_fils > before_fils
      ? t`You have handed in cash since: you would be short by ${amount}.`
      : t`You have handed in cash since: you would be over by ${amount}.`;
  return cash_fils > before_fils
    ? t`Your cash on hand increases by ${amount}.`
    : t`Your cash on hand decreases by ${amount}.`;
}
