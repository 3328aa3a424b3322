import { t } from '@lingui/core/macro';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { OpenOrder } from '../../../contract/operations/desk/payments/list-open-payments.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { ExpenseDialog } from '../../commands/expenses/ExpenseDialog.tsx';
import { useCommandEntries } from '../../commands/use-entries.ts';
import { useProfile } from '../../session/use-session.ts';
import { ActionButton } from '../actions/ActionButton.tsx';
import { type DeskAction, useDeskActions } from '../actions/desk-actions.ts';

type Props = { order: OpenOrder };

/** The step that pays back what the shop owes a customer: an expense with this order. */
export function PayBack({ order: { order_id, order_number, refund_fils } }: Props) {
  const profile = useProfile();
  const [paying, setPaying] = useState(false);
  const [last] = useCommandEntries('request_expense')
    .filter(({ input }) => input.order_id === order_id)
    .slice(-1);
  const pay_back: DeskAction = {
    id: 'pay_back',
    title: t`Pay back`,
    key: 'b',
    run: () => setPaying(true),
  };
  useDeskActions(t`Order #${order_number}`, [pay_back]);
  return (
    <div className="flex flex-col gap-2">
      <ActionButton action={pay_back} icon={Undo2} variant="primary" />
      {last && last.state !== 'refused' && (
        <p role="status" className="text-muted text-sm">
          {last.state === 'done'
            ? t`You have paid back ${formatMoney(last.input.amount_fils)}. It counts once another Manager or Admin approves it.`
            : t`${formatMoney(last.input.amount_fils)} is waiting to be sent.`}
        </p>
      )}
      {paying && (
        <ExpenseDialog
          profile={profile}
          refund={{ order_id, order_number, refund_fils }}
          onClose={() => setPaying(false)}
        />
      )}
    </div>
  );
}
