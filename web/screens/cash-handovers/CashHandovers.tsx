import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CircleCheck, RefreshCw } from 'lucide-react';
import type { ComponentProps } from 'react';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { formatTime } from '../../../contract/rules/dates/dates.ts';
import { UnsentCommands } from '../../commands/notices/UnsentCommands.tsx';
import { useTimeZone } from '../../components/open-screen.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { AsOfMark, ReadFrame } from '../../components/ReadFrame.tsx';
import { useProfile } from '../../session/use-session.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loading, Skeleton } from '../../ui/Skeleton.tsx';
import { CollectionDialog } from './CollectionDialog.tsx';
import { CollectionSummary, SummaryCards } from './CollectionSummary.tsx';
import { Devices } from './Devices.tsx';
import { HoldingsChart } from './HoldingsChart.tsx';
import { collectable } from './holders.ts';
import { NextPerson } from './NextPerson.tsx';
import { NotYetSent } from './NotYetSent.tsx';
import { OutstandingList } from './OutstandingList.tsx';
import { useCollecting } from './use-collecting.ts';
import { type OutstandingRead, useOutstandingCash } from './use-outstanding-cash.ts';

/** The manager's page for viewing the cash of each user and collecting it. */
export function CashHandovers() {
  const manager = useProfile();
  const read = useOutstandingCash(manager.id);
  const collecting = useCollecting(read.holders);
  const { holder, offer } = collecting;
  return (
    <>
      <PageHeading
        subtitle={t`Monitor outstanding balances and manage end-of-day collections`}
        mark={<AsOfMark read={read} />}
        action={<Refresh read={read} />}
      />
      <UnsentCommands endpoint="collect_cash" except={holder?.user_id}>
        {({ amount_fils, user_signature }) => (
          <Trans>
            {formatMoney(amount_fils)} from <bdi className="font-medium">{user_signature.signer}</bdi>
          </Trans>
        )}
      </UnsentCommands>
      <ReadFrame read={read} failed={t`Outstanding cash could not be loaded`} loading={<LoadingCash />}>
        {({ total_fils, unsent_only }) => (
          <>
            <SummaryCards total_fils={total_fils} users_with_cash={read.holders.length} />
            {total_fils > 0 && (
              <CollectionSummary
                total_fils={total_fils}
                collections={collectable(read.holders).length}
                onStart={collecting.startRun}
              />
            )}
            <Holders holders={read.holders} onCollect={collecting.collectFrom} />
            <NotYetSent rows={unsent_only} />
          </>
        )}
      </ReadFrame>
      <Devices />
      {holder && (
        <CollectionDialog
          key={holder.user_id}
          holder={holder}
          manager={manager}
          usual_fils={read.data?.usual_fils ?? null}
          as_of={read.as_of?.getTime() ?? 0}
          onCollected={(answer) => {
            void read.refetch();
            collecting.collected(answer);
          }}
          onSkip={collecting.skip}
          onClose={collecting.stop}
          focusAfter={pageHeading}
        />
      )}
      {offer && (
        <NextPerson
          {...offer}
          onCollect={collecting.goOn}
          onSkip={collecting.skip}
          onStop={collecting.stop}
          focusAfter={pageHeading}
        />
      )}
    </>
  );
}

function Holders(props: ComponentProps<typeof OutstandingList>) {
  if (props.holders.length === 0) {
    return (
      <EmptyState
        icon={CircleCheck}
        title={t`No outstanding cash balances`}
        description={t`All users have zero cash on hand`}
      />
    );
  }
  return (
    <div className="@container">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 @4xl:grid-cols-[minmax(0,1fr)_15rem] @4xl:items-start">
        <OutstandingList {...props} />
        <HoldingsChart holders={props.holders} />
      </div>
    </div>
  );
}

/** Returns the heading as focus target: the row of the pressed button may be gone when a dialog closes. */
function pageHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('#content h2');
}

function Refresh({ read }: { read: OutstandingRead }) {
  const time_zone = useTimeZone();
  const { refreshing, as_of, isSuccess } = read;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p role="status" className="text-muted text-sm">
        {refreshing ? t`Refreshing...` : as_of && isSuccess ? t`Updated ${formatTime(as_of, time_zone)}` : ''}
      </p>
      <Button variant="secondary" busy={refreshing} onClick={() => void read.refresh()}>
        {!refreshing && <RefreshCw size={18} />}
        {t`Refresh Data`}
      </Button>
    </div>
  );
}

function LoadingCash() {
  return (
    <Loading text={t`Loading cash tracking data...`}>
      <div className="grid gap-3 md:grid-cols-3 md:gap-5">
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
      </div>
      <Skeleton className="h-64" />
    </Loading>
  );
}
