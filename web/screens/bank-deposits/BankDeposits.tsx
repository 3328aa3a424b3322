import { t } from '@lingui/core/macro';
import { CalendarDays, FileText, Landmark, Plus } from 'lucide-react';
import { memo, useState } from 'react';
import type { Deposit } from '../../../contract/operations/dashboard/cash/reads/list-deposits.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { formatDate, formatDateTime } from '../../../contract/rules/dates/dates.ts';
import { UnsentCommands } from '../../commands/notices/UnsentCommands.tsx';
import { Money } from '../../components/Money.tsx';
import { openFile } from '../../components/open-file.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { AsOfMark, ReadFrame } from '../../components/ReadFrame.tsx';
import { fetchFile } from '../../components/share/fetch-file.ts';
import { ShareFile } from '../../components/share/ShareFile.tsx';
import { VoidBadge } from '../../components/VoidBadge.tsx';
import { useProfile } from '../../session/use-session.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Fact, Facts, NotesFact } from '../../ui/Facts.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { DepositDialog } from './DepositDialog.tsx';
import type { Pages } from './deposit-pages.ts';
import { type DepositsRead, useDeposits } from './use-deposits.ts';

/** The page that lists the shop's bank deposits and records new ones. */
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
          // Without the manager's own cash, the form cannot detect unusual amounts.
          <Button className="min-h-12" disabled={!read.data && !read.error} onClick={() => setOpen(true)}>
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
      {open && (
        <DepositDialog
          manager={manager}
          own_fils={own_fils}
          usual_fils={read.data?.usual_fils ?? null}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function DepositList({ pages, read }: { pages: Pages; read: DepositsRead }) {
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

/**
 * One deposit. Its layout is computed off screen too: heights computed only when a card becomes visible would
 * shift the cards below, and a press on Load more would miss.
 */
const DepositCard = memo(function DepositCard({ deposit }: { deposit: Deposit }) {
  const time_zone = useTimeZone();
  const { amount_fils, document, notes, reference } = deposit;
  const day = formatDate(`${deposit.deposit_date}T00:00:00Z`, 'UTC');
  return (
    <Card aria-label={t`Deposit ${reference}`} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Money amount_fils={amount_fils} lead />
        <span className="flex flex-wrap items-center gap-2">
          {deposit.voided && <VoidBadge />}
          <Badge tone="accent">
            <CalendarDays size={14} className="me-1.5 inline align-[-2px]" />
            {day}
          </Badge>
        </span>
      </div>
      {deposit.waiting && (
        <p className="text-sm text-warn">{t`${formatMoney(amount_fils)} waiting to be posted`}</p>
      )}
      <Facts className="grid-cols-2 md:grid-cols-4">
        <Fact name={t`Deposit Date`}>{day}</Fact>
        <Fact name={t`Created`}>{formatDateTime(deposit.created_at, time_zone)}</Fact>
        <Fact name={t`Recorded by`}>
          <bdi>{deposit.manager_name}</bdi>
        </Fact>
        <Fact name={t`Reference`}>{reference}</Fact>
        <NotesFact text={notes} className="col-span-full" />
      </Facts>
      {document && (
        <div className="grid gap-2 md:flex">
          <Button variant="secondary" onClick={() => void openFile(document)}>
            <FileText size={18} />
            {t`View Document`}
          </Button>
          <ShareFile name={reference} read={() => fetchFile(document)} />
        </div>
      )}
    </Card>
  );
});
