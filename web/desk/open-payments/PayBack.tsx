import { t } from '@lingui/core/macro';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { OpenOrder } from '../../../contract/operations/desk/payments/list-open-payments.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { ExpenseDialog } from '../../commands/expenses/ExpenseDialog.tsx';
import { useCommandEntries } from '../../commands/use-entries.ts';
import { isUnsent } from '../../offline/outbox-entry.ts';
import { useProfile } from '../../session/use-session.ts';
import { ActionButton } from '../actions/ActionButton.tsx';
import { type DeskAction, useDeskActions } from '../actions/desk-actions.ts';

type Props = { order: OpenOrder };

/** The step that pays back what the shop owes a customer: an expense with this order. */
export function PayBack({ order: { order_id, order_number, refund_fils, refund_pending_fils } }: Props) {
  const profile = useProfile();
  const [paying, setPaying] = useState(false);
  const unsent_fils = useCommandEntries('request_expense')
    .filter((one) => isUnsent(one) && one.input.order_id === order_id)
    .reduce((sum, { input }) => sum + input.amount_fils, 0);
  const left_fils = Math.max(0, refund_fils - refund_pending_fils - unsent_fils);
  const pay_back: DeskAction = {
    id: 'pay_back',
    title: t`Pay back`,
    key: 'b',
    unavailable: left_fils > 0 ? undefined : t`The whole amount has been paid back and awaits approval.`,
    run: () => setPaying(true),
  };
  useDeskActions(t`Order #${order_number}`, [pay_back]);
  return (
    <div className="flex flex-col gap-2">
      <ActionButton action={pay_back} icon={Undo2} variant="primary" />
      {refund_pending_fils > 0 && (
        <p className="text-muted text-sm">{t`Approval requested: ${formatMoney(refund_pending_fils)}`}</p>
      )}
      {unsent_fils > 0 && (
        <p role="status" className="text-muted text-sm">
          {t`${formatMoney(unsent_fils)} is waiting to be sent.`}
        </p>
      )}
      {paying && (
        <ExpenseDialog
          profile={profile}
          refund={{ order_id, order_number, refund_fils: left_fils }}
          onClose={() => setPaying(false)}
        />
      )}
    </div>
  );
}
