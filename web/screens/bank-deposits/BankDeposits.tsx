import { t } from '@lingui/core/macro';
import { Landmark, Plus } from 'lucide-react';
import { useState } from 'react';
import { formatMoney } from '../../../contract/rules/money.ts';
import { UnsentCommands } from '../../commands/UnsentCommands.tsx';
import { PageHeading } from '../../components/PageHeading.tsx';
import { AsOfMark, ReadFrame } from '../../components/ReadFrame.tsx';
import { useProfile } from '../../session/use-session.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { DepositCard } from './DepositCard.tsx';
import { DepositDialog } from './DepositDialog.tsx';
import type { Pages } from './deposit-pages.ts';
import { type DepositsRead, useDeposits } from './use-deposits.ts';

/** What was taken to the bank, and the way to record it. */
export function BankDeposits() {
  const manager = useProfile();
  const read = useDeposits(manager.id);
  const [open, setOpen] = useState(false);
  const own = read.data?.own_cash;
  const own_fils = own && own.cash_on_hand_fils !== null ? own.cash_on_hand_fils + own.waiting_fils : null;
  return (
    <>
      <PageHeading
        subtitle={t`Manage and track bank deposits`}
        mark={<AsOfMark read={read} />}
        action={
          <Button className="min-h-12" onClick={() => setOpen(true)}>
            <Plus size={18} />
            {t`New Deposit`}
          </Button>
        }
      />
      {!open && (
        <UnsentCommands endpoint="record_deposit">
          {({ amount_fils, reference }) => `${formatMoney(amount_fils)}, ${reference}`}
        </UnsentCommands>
      )}
      <ReadFrame read={read} failed={t`Bank deposits could not be loaded`} loading={<LoadingDeposits />}>
        {(pages) => <DepositList pages={pages} read={read} />}
      </ReadFrame>
      {open && <DepositDialog manager={manager} own_fils={own_fils} onClose={() => setOpen(false)} />}
    </>
  );
}

type ListProps = { pages: Pages; read: DepositsRead };

function DepositList({ pages, read }: ListProps) {
  if (pages.deposits.length === 0) {
    return (
      <EmptyState
        icon={Landmark}
        title={t`No bank deposits recorded yet`}
        description={t`Record the first one with New Deposit.`}
      />
    );
  }
  return (
    <>
      <ul aria-label={t`Bank Deposits`} className="flex flex-col gap-4">
        {pages.deposits.map((deposit) => (
          <li key={deposit.id}>
            <DepositCard deposit={deposit} />
          </li>
        ))}
      </ul>
      {pages.next_before !== null && (
        <Button
          variant="secondary"
          className="self-center max-md:w-full"
          busy={read.loading_older}
          onClick={() => void read.loadOlder()}
        >
          {t`Load more`}
        </Button>
      )}
    </>
  );
}

function LoadingDeposits() {
  return (
    <p role="status" className="flex items-center justify-center gap-3 py-16 text-muted">
      <Spinner size={24} />
      {t`Loading bank deposits...`}
    </p>
  );
}
