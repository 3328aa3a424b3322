import { t } from '@lingui/core/macro';
import { Image } from 'lucide-react';
import { Link } from 'wouter';
import { EXPENSE_KIND_LABELS } from '../../../contract/labels/expense-labels.ts';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import type { RequestedExpense } from '../../../contract/schemas/cash/expenses.ts';
import { openFile } from '../../components/open-file.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { label } from '../../messages/label.ts';
import { Button } from '../../ui/Button.tsx';
import { Fact } from '../../ui/Facts.tsx';
import { deskOrderPath } from '../shell/desk-places.ts';

/** The amount and the kind of an expense, its time and its slip. */
export function ExpenseFacts({ expense }: { expense: RequestedExpense }) {
  const time_zone = useTimeZone();
  const { kind, is_allowed, slip, occurred_at, order } = expense;
  return (
    <>
      <Fact name={t`Kind`}>
        <bdi>{label(EXPENSE_KIND_LABELS, kind)}</bdi>
        {!is_allowed && (
          <span className="block text-sm text-warn">{t`The shop does not allow drivers this kind.`}</span>
        )}
      </Fact>
      <Fact name={t`Paid on`}>{formatDateTime(occurred_at, time_zone)}</Fact>
      {order && (
        <Fact name={t`Order`} className="sm:col-span-2">
          <Link to={deskOrderPath(order.order_id)} className="text-accent underline">
            #{order.order_number}
          </Link>
        </Fact>
      )}
      <Fact name={t`Slip`} className="sm:col-span-2">
        <Button variant="secondary" className="mt-1" onClick={() => void openFile(slip)}>
          <Image size={18} />
          {t`Open slip`}
        </Button>
      </Fact>
    </>
  );
}
