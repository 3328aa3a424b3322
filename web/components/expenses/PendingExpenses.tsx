import { t } from '@lingui/core/macro';
import { ReceiptText } from 'lucide-react';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { Notice } from '../../ui/Notice.tsx';

/** `expenses_fils` is undefined in responses stored by an earlier build or sent by an older server. */
type Props = { expenses_fils: number | undefined };

/** Warns, before an amount is typed, that part of the cash was spent and is not approved yet. */
export function PendingExpenses({ expenses_fils = 0 }: Props) {
  if (expenses_fils === 0) return null;
  return (
    <Notice
      tone="warn"
      icon={ReceiptText}
      title={t`${formatMoney(expenses_fils)} of expenses wait for approval`}
    >
      {t`They are included in the amount above until a Manager or Admin approves them.`}
    </Notice>
  );
}
