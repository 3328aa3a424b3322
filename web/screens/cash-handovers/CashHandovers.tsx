import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CircleCheck, RefreshCw } from 'lucide-react';
import { formatTime } from '../../../contract/rules/dates.ts';
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
import { Loading, Skeleton } from '../../ui/Skeleton.tsx';
import { say } from '../../words/i18n.ts';
import { CollectionDialog } from './CollectionDialog.tsx';
import { CollectionSummary } from './CollectionSummary.tsx';
import { HoldingsPicture } from './HoldingsPicture.tsx';
import { collectable } from './holders.ts';
import { NextPerson } from './NextPerson.tsx';
import { OutstandingList } from './OutstandingList.tsx';
import { SummaryCards } from './SummaryCards.tsx';
import { useCollecting } from './use-collecting.ts';
import { type OutstandingRead, useOutstandingCash } from './use-outstanding-cash.ts';

const SUBTITLE = msg`Monitor outstanding balances and manage end-of-day collections`;

/** The manager's view of who holds how much, and the way to collect it. */
export function CashHandovers() {
  const { profile } = useSession();
  if (profile) return <Outstanding manager={profile} />;
  return (
    <>
      <PageHeading subtitle={say(SUBTITLE)} />
      <LoadingCash />
    </>
  );
}

function Outstanding({ manager }: { manager: Profile }) {
  const read = useOutstandingCash(manager.id);
  const collecting = useCollecting(read.holders);
  const { holder, offer } = collecting;
  const { time_zone } = manager.shop;
  const dialog = { focusAfter: pageHeading };
  return (
    <>
      <PageHeading
        subtitle={say(SUBTITLE)}
        mark={<AsOfMark read={read} time_zone={time_zone} />}
        action={<Refresh read={read} time_zone={time_zone} />}
      />
      <UnsentCollections except={holder?.user_id} />
      {read.data ? (
        <>
          {read.error && read.as_of && <AsOf as_of={read.as_of} time_zone={time_zone} />}
          <SummaryCards total_fils={read.data.total_fils} users_with_cash={read.holders.length} />
          {read.data.total_fils > 0 && (
            <CollectionSummary
              total_fils={read.data.total_fils}
              collections={collectable(read.holders).length}
              onStart={collecting.startRun}
            />
          )}
          {read.holders.length > 0 ? (
            <div className="@container">
              <div className="grid grid-cols-[minmax(0,1fr)] gap-5 @4xl:grid-cols-[minmax(0,1fr)_15rem] @4xl:items-start">
                <OutstandingList
                  holders={read.holders}
                  time_zone={time_zone}
                  onCollect={collecting.collectFrom}
                />
                <HoldingsPicture holders={read.holders} />
              </div>
            </div>
          ) : (
            <EmptyState
              icon={<CircleCheck size={28} strokeWidth={1.75} aria-hidden="true" />}
              title={t`No outstanding cash balances`}
              description={t`All users have zero cash on hand`}
            />
          )}
        </>
      ) : read.error ? (
        <ReadFailure
          title={t`Outstanding cash could not be loaded`}
          message={messageOf(read.error)}
          busy={read.isFetching}
          onRetry={read.refetch}
        />
      ) : (
        <LoadingCash />
      )}
      {holder && (
        <CollectionDialog
          key={holder.user_id}
          holder={holder}
          manager={manager}
          as_of={read.as_of?.getTime() ?? 0}
          onCollected={(answer) => {
            void read.refetch();
            collecting.collected(answer);
          }}
          onSkip={collecting.skip}
          onClose={collecting.stop}
          {...dialog}
        />
      )}
      {offer && (
        <NextPerson
          {...offer}
          onCollect={collecting.goOn}
          onSkip={collecting.skip}
          onStop={collecting.stop}
          {...dialog}
        />
      )}
    </>
  );
}

/** The row whose button was pressed may have gone by the time a dialog closes. */
function pageHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('#content h2');
}

function Refresh({ read, time_zone }: { read: OutstandingRead; time_zone: string }) {
  const { refreshing, as_of, isSuccess } = read;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p role="status" className="text-muted text-sm">
        {refreshing ? t`Refreshing...` : as_of && isSuccess ? t`Updated ${formatTime(as_of, time_zone)}` : ''}
      </p>
      <Button variant="secondary" busy={refreshing} onClick={() => void read.refresh()}>
        {!refreshing && <RefreshCw size={18} strokeWidth={1.75} aria-hidden="true" />}
        {t`Refresh Data`}
      </Button>
    </div>
  );
}

/** Collections that are not recorded for certain and have no dialog open, as after a reload. */
function UnsentCollections({ except }: { except: string | undefined }) {
  const entries = useCommandEntries('collect_cash').filter(
    ({ subject, state }) => state !== 'done' && subject !== except,
  );
  return entries.map((entry) => (
    <UnsentNotice key={entry.command_id} entry={entry}>
      <p>
        <Trans>
          {formatMoney(entry.input.amount_fils)} from{' '}
          <bdi className="font-medium">{entry.input.user_signature.signer}</bdi>
        </Trans>
      </p>
    </UnsentNotice>
  ));
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
