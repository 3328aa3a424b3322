import { msg, t } from '@lingui/core/macro';
import { Landmark, Plus } from 'lucide-react';
import { useState } from 'react';
import { formatMoney } from '../../../contract/rules/money.ts';
import type { Profile } from '../../../contract/schemas/profile.ts';
import { messageOf } from '../../api/problem-words.ts';
import { UnsentNotice } from '../../commands/CommandNotice.tsx';
import { useCommandEntries } from '../../commands/use-entries.ts';
import { AsOf, AsOfMark } from '../../components/AsOf.tsx';
import { PageHeading } from '../../components/PageHeading.tsx';
import { useSession } from '../../session/use-session.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ReadFailure } from '../../ui/ReadFailure.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { say } from '../../words/i18n.ts';
import { DepositCard } from './DepositCard.tsx';
import { DepositDialog } from './DepositDialog.tsx';
import { type DepositsRead, useDeposits } from './use-deposits.ts';

const SUBTITLE = msg`Manage and track bank deposits`;

/** What was taken to the bank, and the way to record it. */
export function BankDeposits() {
  const { profile } = useSession();
  if (profile) return <Deposits manager={profile} />;
  return (
    <>
      <PageHeading subtitle={say(SUBTITLE)} />
      <LoadingDeposits />
    </>
  );
}

function Deposits({ manager }: { manager: Profile }) {
  const read = useDeposits(manager.id);
  const [open, setOpen] = useState(false);
  const own = read.data?.own_cash;
  const own_fils = own && own.cash_on_hand_fils !== null ? own.cash_on_hand_fils + own.waiting_fils : null;
  return (
    <>
      <PageHeading
        subtitle={say(SUBTITLE)}
        mark={<AsOfMark read={read} time_zone={manager.shop.time_zone} />}
        action={
          <Button className="min-h-12" onClick={() => setOpen(true)}>
            <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
            {t`New Deposit`}
          </Button>
        }
      />
      {!open && <UnsentDeposits />}
      {read.pages ? (
        <>
          {read.error && read.as_of && <AsOf as_of={read.as_of} time_zone={manager.shop.time_zone} />}
          <DepositList read={read} time_zone={manager.shop.time_zone} />
        </>
      ) : read.error ? (
        <ReadFailure
          title={t`Bank deposits could not be loaded`}
          message={messageOf(read.error)}
          busy={read.isFetching}
          onRetry={read.refetch}
        />
      ) : (
        <LoadingDeposits />
      )}
      {open && <DepositDialog manager={manager} own_fils={own_fils} onClose={() => setOpen(false)} />}
    </>
  );
}

function DepositList({ read, time_zone }: { read: DepositsRead; time_zone: string }) {
  const { pages, loading_older } = read;
  if (!pages || pages.deposits.length === 0) {
    return (
      <EmptyState
        icon={<Landmark size={28} strokeWidth={1.75} aria-hidden="true" />}
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
            <DepositCard deposit={deposit} time_zone={time_zone} />
          </li>
        ))}
      </ul>
      {pages.next_before !== null && (
        <Button
          variant="secondary"
          className="self-center max-md:w-full"
          busy={loading_older}
          onClick={() => void read.loadOlder()}
        >
          {t`Load more`}
        </Button>
      )}
    </>
  );
}

/** Deposits that are not recorded for certain, as after a reload. */
function UnsentDeposits() {
  const entries = useCommandEntries('record_deposit').filter(({ state }) => state !== 'done');
  return entries.map((entry) => (
    <UnsentNotice key={entry.command_id} entry={entry}>
      <p>
        {formatMoney(entry.input.amount_fils)}, {entry.input.reference}
      </p>
    </UnsentNotice>
  ));
}

function LoadingDeposits() {
  return (
    <p role="status" className="flex items-center justify-center gap-3 py-16 text-muted">
      <Spinner size={24} />
      {t`Loading bank deposits...`}
    </p>
  );
}
