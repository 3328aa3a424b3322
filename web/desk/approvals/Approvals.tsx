import { t } from '@lingui/core/macro';
import { Plus, ReceiptText, Stamp } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useRoute } from 'wouter';
import { EXPENSE_KIND_LABELS } from '../../../contract/labels/expense-labels.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import type { Approval } from '../../../contract/schemas/approvals.ts';
import { UnsentCommands } from '../../commands/notices/UnsentCommands.tsx';
import { useCommandChanges } from '../../commands/use-entries.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { label } from '../../messages/label.ts';
import { useProfile } from '../../session/use-session.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { ActionButton } from '../actions/ActionButton.tsx';
import { useDeskActions } from '../actions/desk-actions.ts';
import { ListSection, ListSections } from '../list-with-details/ListSection.tsx';
import { ListWithDetails } from '../list-with-details/ListWithDetails.tsx';
import { useRowNavigation } from '../list-with-details/use-row-navigation.ts';
import { useDeskRead } from '../reads/use-desk-read.ts';
import { APPROVALS_PATH, approvalPath } from '../shell/desk-places.ts';
import { ListFrame } from '../table/ListFrame.tsx';
import { AdjustDialog } from './AdjustDialog.tsx';
import { ApprovalDetails } from './ApprovalDetails.tsx';
import { decidedColumns, NarrowApproval, pendingColumns } from './approval-columns.tsx';
import { approvalKindText } from './approval-messages.ts';

const NONE: readonly Approval[] = [];
const loadExpenseDialog = async () =>
  (await import('../../commands/expenses/ExpenseDialog.tsx')).ExpenseDialog;

/** The requests that need a second person: pending ones, and below them the latest decisions. */
export function Approvals() {
  const profile = useProfile();
  const read = useDeskRead('list_approvals');
  const [, params] = useRoute('/desk/approvals/:approval_id');
  const [, navigate] = useLocation();
  const [adjusting, setAdjusting] = useState(false);
  const adjust = { id: 'adjust_cash', title: t`Adjust cash`, key: 'n', run: () => setAdjusting(true) };
  const [spending, setSpending] = useState(false);
  const spend = { id: 'record_expense', title: t`Record an expense`, key: 'e', run: () => setSpending(true) };
  const ExpenseDialog = useLoaded(loadExpenseDialog, spending, () => setSpending(false));
  useDeskActions(t`Approvals`, [adjust, spend]);
  useCommandChanges('request_expense', read.refetch);
  const { pending = NONE, decided = NONE } = read.data ?? {};
  const open_key = params?.approval_id ?? null;
  const onOpen = (id: string) => navigate(approvalPath(id));
  useRowNavigation({ title: t`Approvals`, keys: [...pending, ...decided].map(keyOf), open_key, onOpen });
  const open = [...pending, ...decided].find(({ id }) => id === open_key);
  const details = open_key &&
    read.data && {
      id: open_key,
      title: open ? approvalKindText(open) : t`Not found`,
      onClose: () => navigate(APPROVALS_PATH),
      content: open ? (
        <ApprovalDetails approval={open} />
      ) : (
        <EmptyState icon={Stamp} title={t`There is no such request in this list`} />
      ),
    };
  const list = { keyOf, open_key, onOpen, narrow };
  return (
    <>
      <ListWithDetails details={details || null}>
        <div className="flex min-h-0 flex-1 flex-col gap-4">
          <PageHeading
            title={t`Approvals`}
            subtitle={t`Requests that a second person approves`}
            action={
              <>
                <ActionButton action={spend} icon={ReceiptText} variant="secondary" />
                <ActionButton action={adjust} icon={Plus} variant="secondary" />
              </>
            }
          />
          {!spending && (
            <UnsentCommands endpoint="request_expense">
              {({ amount_fils, kind }) => `${formatMoney(amount_fils)}, ${label(EXPENSE_KIND_LABELS, kind)}`}
            </UnsentCommands>
          )}
          <ListFrame
            read={read}
            failed={t`The requests could not be loaded`}
            isEmpty={(data) => data.pending.length + data.decided.length === 0}
            empty={{
              icon: Stamp,
              title: t`There are no requests yet`,
              description: t`Expenses, adjustments, write-offs, voids, waivers, corrections and large floats appear here. They take effect once another user approves them.`,
            }}
          >
            {(data) => (
              <ListSections>
                <ListSection
                  {...list}
                  title={t`Pending`}
                  none={t`No request is pending.`}
                  columnsFor={pendingColumns}
                  rows={data.pending}
                />
                <ListSection {...list} title={t`Decided`} columnsFor={decidedColumns} rows={data.decided} />
              </ListSections>
            )}
          </ListFrame>
        </div>
      </ListWithDetails>
      {adjusting && read.data && (
        <AdjustDialog people={read.data.people} onClose={() => setAdjusting(false)} />
      )}
      {spending && ExpenseDialog && <ExpenseDialog profile={profile} onClose={() => setSpending(false)} />}
    </>
  );
}

const keyOf = ({ id }: Approval) => id;
const narrow = (approval: Approval) => <NarrowApproval approval={approval} />;
