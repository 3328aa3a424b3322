import { t } from '@lingui/core/macro';
import type { Difference } from '../../../contract/operations/desk/differences/list-differences.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { useMemoryCommand } from '../../commands/memory/use-memory-command.ts';
import { differenceProblemText } from './difference-messages.ts';
import { PartDialog } from './PartDialog.tsx';

type Props = { difference: Difference; onClose: () => void };

/** Proposes a part of a shortage for the salary list; nothing is deducted by it. */
export function ProposeDialog({ difference, onClose }: Props) {
  const { id: difference_id, full_name } = difference;
  const command = useMemoryCommand('propose_salary', {
    failed: t`Not proposed`,
    refused: differenceProblemText,
  });

  async function propose(amount_fils: number, reason: string): Promise<void> {
    const description = `${full_name} · ${formatMoney(amount_fils)}`;
    const done = { kind: 'success', title: t`Proposed for the salary list`, description } as const;
    if (await command.send({ difference_id, amount_fils, reason }, done)) onClose();
  }

  return (
    <PartDialog
      title={t`Propose for the salary list`}
      description={t`Nothing is deducted here, and the shortage stays open. The shop decides within labour law, which limits deductions.`}
      confirm={t`Propose`}
      difference={difference}
      command={command}
      onSend={propose}
      onClose={onClose}
    />
  );
}
