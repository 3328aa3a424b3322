import { t } from '@lingui/core/macro';
import type { Difference } from '../../../contract/operations/desk/differences/list-differences.schema.ts';
import type { RequestWriteOff } from '../../../contract/operations/desk/differences/request-write-off.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { useMemoryCommand } from '../../commands/memory/use-memory-command.ts';
import { differenceProblemText } from './difference-messages.ts';
import { PartDialog } from './PartDialog.tsx';

type Props = { difference: Difference; ground: RequestWriteOff['ground']; onClose: () => void };

/** Requests the approval to write off a part of a difference, or to record it as deducted from the salary. */
export function WriteOffDialog({ difference, ground, onClose }: Props) {
  const { id: difference_id, full_name, proposed } = difference;
  const command = useMemoryCommand('request_write_off', {
    failed: t`Not requested`,
    refused: differenceProblemText,
  });
  const is_salary = ground === 'salary';

  async function request(amount_fils: number, reason: string): Promise<void> {
    const description = `${full_name} · ${formatMoney(amount_fils)}`;
    const done = { kind: 'success', title: t`Approval Requested`, description } as const;
    if (await command.send({ difference_id, amount_fils, ground, reason }, done)) onClose();
  }

  return (
    <PartDialog
      title={is_salary ? t`Deducted from salary` : t`Write off`}
      description={
        is_salary
          ? t`Records what the shop has deducted. Nothing changes until another Manager or Admin approves it.`
          : t`Nothing changes until another Manager or Admin approves it.`
      }
      confirm={t`Request approval`}
      difference={difference}
      first_fils={is_salary ? proposed?.amount_fils : undefined}
      command={command}
      onSend={request}
      onClose={onClose}
    />
  );
}
