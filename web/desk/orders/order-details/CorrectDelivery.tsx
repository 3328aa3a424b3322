import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { DeskDelivery } from '../../../../contract/operations/desk/order/read-desk-order.schema.ts';
import { formatMoney } from '../../../../contract/rules/amounts/money.ts';
import { CASH_COMMANDS } from '../../../commands/cash/cash-commands.ts';
import { CommandDialog } from '../../../commands/notices/CommandDialog.tsx';
import { useCommand } from '../../../commands/use-command.ts';
import { CorrectionFields } from '../../../components/correction/CorrectionFields.tsx';
import { presentFacts } from '../../../components/correction/Corrections.tsx';
import {
  type CorrectionForm,
  useCorrectionForm,
} from '../../../components/correction/use-correction-form.ts';
import { useProfile } from '../../../session/use-session.ts';

type Props = {
  order: { id: string; order_number: string };
  delivery: DeskDelivery & { correctable: NonNullable<DeskDelivery['correctable']> };
  onClose: () => void;
};

/** A Manager corrects the delivery of another user, with a reason. */
export function CorrectDelivery({ order, delivery, onClose }: Props) {
  const by = useProfile();
  const { id: confirmation_id, correctable, driver, delivered_at } = delivery;
  // The facts from when the form was opened: the server refuses the form if there is a newer correction.
  const [{ facts, corrections }] = useState(() => presentFacts(correctable.facts, correctable.corrections));
  const form = useCorrectionForm(facts, true);
  const { order_number } = order;
  const command = useCommand(CASH_COMMANDS.correct_recorded_delivery, {
    by,
    subject: confirmation_id,
    names: `#${order_number}`,
    onDone: (_, mine) => mine && onClose(),
  });

  async function record(): Promise<void> {
    const { corrected, typed, photo } = form;
    if (!form.check() || !corrected) return;
    const given = () => ({
      ...{ confirmation_id, reason: typed.reason.trim() },
      delivery: {
        ...{ order_id: order.id, order_number, driver_id: correctable.driver_id, driver_name: driver },
        ...{ delivered_at: new Date(delivered_at), corrections, facts },
      },
      customer_name: typed.customer_name,
      ...{ taken: corrected.taken, rounding_fils: corrected.rounding_fils },
      short_reason: corrected.owed_fils > 0 ? typed.short_reason.trim() : null,
      ...{ photo, needs_approval: false },
    });
    await command.press(given, [JSON.stringify(typed), photo]);
  }

  return (
    <CommandDialog
      title={t`Correct delivery #${order_number}`}
      record={t`Correct`}
      other={t`Another correction is being sent.`}
      form={{ command, dirty: form.is_changed, record }}
      shown={null}
      onClose={onClose}
    >
      <CorrectionFields
        form={form}
        facts={facts}
        busy={command.busy}
        effect={effectOf(facts.cash_fils, form, { driver, handed_in: correctable.handed_in })}
        by_manager
      />
    </CommandDialog>
  );
}

/** Describes what happens to the driver's cash; null while an amount cannot be read. */
function effectOf(
  before_fils: number,
  { corrected }: CorrectionForm,
  { driver, handed_in }: { driver: string; handed_in: boolean },
): string | null {
  if (!corrected) return null;
  const change_fils = corrected.cash_fils - before_fils;
  const amount = formatMoney(Math.abs(change_fils));
  if (change_fils === 0) return t`The cash of ${driver} does not change.`;
  if (handed_in)
    return change_fils > 0
      ? t`${driver} has handed in cash since, and is then short by ${amount}.`
      : t`${driver} has handed in cash since, and is then over by ${amount}.`;
  return change_fils > 0
    ? t`The cash of ${driver} increases by ${amount}.`
    : t`The cash of ${driver} decreases by ${amount}.`;
}
