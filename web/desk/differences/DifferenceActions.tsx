import { t } from '@lingui/core/macro';
import { HandCoins, ListPlus, ListX, ReceiptText, Trash2 } from 'lucide-react';
import type { Difference } from '../../../contract/operations/desk/differences/list-differences.schema.ts';
import { useMemoryCommand } from '../../commands/memory/use-memory-command.ts';
import { useProfile } from '../../session/use-session.ts';
import { ActionButton } from '../actions/ActionButton.tsx';
import { type DeskAction, useDeskActions } from '../actions/desk-actions.ts';
import { ownAccountText } from './difference-messages.ts';
import { ProposeDialog } from './ProposeDialog.tsx';
import { SettlementDialog } from './SettlementDialog.tsx';
import { WriteOffDialog } from './WriteOffDialog.tsx';

export type Step = 'payment' | 'propose' | 'salary' | 'loss';
const ICONS = {
  record_payment: HandCoins,
  propose_salary: ListPlus,
  withdraw_proposal: ListX,
  deducted: ReceiptText,
  write_off: Trash2,
};

type Props = { row: Difference; step: Step | null; setStep: (step: Step | null) => void };

/** The steps that settle an open difference. No user settles their own. */
export function DifferenceActions({ row, step, setStep }: Props) {
  const profile = useProfile();
  const { full_name, account, is_own, proposed } = row;
  const withdrawal = useMemoryCommand('propose_salary', { failed: t`Not withdrawn` });
  const unavailable = is_own ? ownAccountText() : undefined;
  const action = (id: keyof typeof ICONS, title: string, key: string, run: () => void): DeskAction => ({
    ...{ id, title, key, unavailable, run },
  });
  const start = (next: Step) => () => setStep(next);
  const is_short = account === 'shortage';

  async function withdraw(): Promise<void> {
    const body = { difference_id: row.id, amount_fils: 0, reason: null };
    await withdrawal.send(body, { kind: 'success', title: t`Proposal withdrawn`, description: full_name });
  }

  const pay = action('record_payment', is_short ? t`Record payment` : t`Pay back`, 'p', start('payment'));
  const list = proposed
    ? action(
        'withdraw_proposal',
        withdrawal.unknown ? t`Send again` : t`Withdraw the proposal`,
        's',
        () => void withdraw(),
      )
    : action('propose_salary', t`Propose for the salary list`, 's', start('propose'));
  const others = [
    ...(is_short ? [list, action('deducted', t`Deducted from salary`, 'd', start('salary'))] : []),
    action('write_off', t`Write off`, 'w', start('loss')),
  ];
  useDeskActions(full_name, [pay, ...others]);
  const close = () => setStep(null);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <ActionButton action={pay} icon={HandCoins} variant="primary" />
        {others.map((one) => (
          <ActionButton
            key={one.id}
            action={one}
            icon={ICONS[one.id as keyof typeof ICONS]}
            variant="secondary"
            busy={one.id === 'withdraw_proposal' && withdrawal.busy}
          />
        ))}
      </div>
      {unavailable && <p className="text-muted text-sm">{unavailable}</p>}
      {step === 'payment' && <SettlementDialog profile={profile} difference={row} onClose={close} />}
      {step === 'propose' && <ProposeDialog difference={row} onClose={close} />}
      {(step === 'salary' || step === 'loss') && (
        <WriteOffDialog difference={row} ground={step} onClose={close} />
      )}
    </div>
  );
}
