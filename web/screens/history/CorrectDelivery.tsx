import { t } from '@lingui/core/macro';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import type { DeliveryFacts } from '../../../contract/schemas/corrections.ts';
import { CASH_COMMANDS } from '../../commands/cash/cash-commands.ts';
import { useCommand } from '../../commands/use-command.ts';
import { CorrectionFields } from '../../components/correction/CorrectionFields.tsx';
import { type Corrected, useCorrectionForm } from '../../components/correction/use-correction-form.ts';
import { isDecided } from '../../offline/outbox-entry.ts';
import { useProfile } from '../../session/use-session.ts';
import { Button } from '../../ui/Button.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { OwnCorrectable } from './own-correctable.ts';

type Props = { delivery: OwnCorrectable; onClose: () => void };

/** A driver corrects an own delivery; it is saved on the device and sent after the delivery itself. */
export function CorrectDelivery({ delivery, onClose }: Props) {
  const by = useProfile();
  const { facts, handed_in, command_id: subject, order_number } = delivery;
  const form = useCorrectionForm(facts, false);
  const command = useCommand(CASH_COMMANDS.correct_delivery, {
    by,
    subject,
    names: `#${order_number}`,
    // Each correction is its own command: an earlier one is decided.
    isOver: isDecided,
  });
  const needs_approval = form.corrected !== null && needsApproval(facts, form.corrected, handed_in);

  async function save(): Promise<void> {
    const { corrected, typed, photo } = form;
    if (!form.check() || !corrected || !by.driver) return;
    const driver = by.driver;
    await command.press(() => ({
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
    }));
    onClose();
  }

  const busy = command.standing === 'busy';
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
          <Button busy={busy} busyText={t`Saving...`} onClick={() => void save()}>
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
