import { t } from '@lingui/core/macro';
import type { OpenOrder } from '../../../contract/operations/desk/payments/list-open-payments.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { useMemoryCommand } from '../../commands/memory/use-memory-command.ts';
import { differenceProblemText } from '../differences/difference-messages.ts';
import { PartDialog } from '../differences/PartDialog.tsx';

type Props = { order: OpenOrder; onClose: () => void };

/** Requests the approval not to collect an amount owed, or a part of it. */
export function WaiveDialog({ order, onClose }: Props) {
  const { order_id, order_number, owed_fils } = order;
  const command = useMemoryCommand('request_waiver', {
    failed: t`Not requested`,
    refused: differenceProblemText,
  });

  async function request(amount_fils: number, reason: string): Promise<void> {
    const description = `#${order_number} · ${formatMoney(amount_fils)}`;
    const done = { kind: 'success', title: t`Approval Requested`, description } as const;
    if (await command.send({ order_id, amount_fils, reason }, done)) onClose();
  }

  return (
    <PartDialog
      title={t`Waive an amount owed`}
      description={t`The amount is owed until another Manager or Admin approves this.`}
      confirm={t`Request approval`}
      difference={{ full_name: order.customer_name ?? `#${order_number}`, open_fils: owed_fils }}
      first_fils={owed_fils}
      command={command}
      onSend={request}
      onClose={onClose}
    />
  );
}
