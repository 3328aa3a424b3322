import { t } from '@lingui/core/macro';
import { Plus, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import type { OwnExpenses as Read } from '../../../contract/operations/screens/list-own-expenses.schema.ts';
import { listOwnExpenses } from '../../../contract/operations/screens/list-own-expenses.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { registerEndpoints } from '../../api/client.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { ExpenseDialog } from '../../commands/expenses/ExpenseDialog.tsx';
import { useCommandChanges, useCommandEntries } from '../../commands/use-entries.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { AsOfMark, ReadFrame } from '../../components/ReadFrame.tsx';
import { useProfile } from '../../session/use-session.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loading } from '../../ui/Skeleton.tsx';
import { ExpenseRow, StoredExpense } from './ExpenseRow.tsx';

registerEndpoints({ list_own_expenses: listOwnExpenses });

const REFRESH_MS = 60_000;

/**
 * The expenses that the user has paid from their cash: unsent entries of this device, then those that the
 * server has.
 */
export function OwnExpenses() {
  const profile = useProfile();
  const read = useEndpoint('list_own_expenses', undefined, { refetchInterval: REFRESH_MS });
  useCommandChanges('request_expense', read.refetch);
  const [open, setOpen] = useState(false);
  const listed = new Set(read.data?.expenses.map(({ reference }) => reference));
  // A sent entry stays until the list has it, so that it does not vanish in between.
  const stored = useCommandEntries('request_expense').filter(
    ({ state, input }) => state !== 'done' || !listed.has(input.reference),
  );
  return (
    <>
      <PageHeading
        subtitle={t`Expenses that you paid from your cash. They count once another user approves them.`}
        mark={<AsOfMark read={read} />}
      />
      <Button className="min-h-12 self-start max-md:w-full" onClick={() => setOpen(true)}>
        <Plus size={18} />
        {t`Record an expense`}
      </Button>
      {stored.length > 0 && (
        <ul aria-label={t`On this device`} className="flex flex-col gap-3">
          {stored.map((entry) => (
            <StoredExpense key={entry.command_id} entry={entry} />
          ))}
        </ul>
      )}
      <ReadFrame
        read={read}
        failed={t`Your expenses could not be loaded`}
        loading={<Loading text={t`Loading your expenses...`} shapes={['h-24', 'h-24']} />}
      >
        {(data) => <Listed data={data} is_empty={stored.length === 0} />}
      </ReadFrame>
      {open && <ExpenseDialog profile={profile} onClose={() => setOpen(false)} />}
    </>
  );
}

function Listed({ data: { expenses, pending_fils }, is_empty }: { data: Read; is_empty: boolean }) {
  if (expenses.length === 0) {
    return (
      is_empty && (
        <EmptyState
          icon={ReceiptText}
          title={t`No expenses in the last 60 days`}
          description={t`Take a photo of the slip, and enter what you paid.`}
        />
      )
    );
  }
  return (
    <>
      {pending_fils > 0 && (
        <p className="font-medium text-warn">{t`${formatMoney(pending_fils)} waits for approval`}</p>
      )}
      <ul
        aria-label={t`Recorded expenses`}
        className="flex flex-col divide-y divide-line rounded-card border border-line bg-surface px-4"
      >
        {expenses.map((expense) => (
          <ExpenseRow key={expense.approval_id} expense={expense} />
        ))}
      </ul>
    </>
  );
}
