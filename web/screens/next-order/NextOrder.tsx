import { t } from '@lingui/core/macro';
import { PackageOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Profile } from '../../../contract/schemas/profile.ts';
import { messageOf } from '../../api/problem-words.ts';
import { AsOf, AsOfMark } from '../../components/AsOf.tsx';
import { PageHeading } from '../../components/PageHeading.tsx';
import { useSession } from '../../session/use-session.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ReadFailure } from '../../ui/ReadFailure.tsx';
import { Loading, Skeleton } from '../../ui/Skeleton.tsx';
import { Delivery } from './Delivery.tsx';
import { DraftGone } from './DraftGone.tsx';
import { OtherDeliveries } from './OtherDeliveries.tsx';
import { type NextOrderRead, useNextOrder } from './use-next-order.ts';

/** The order to deliver next, and the confirmation of its delivery. */
export function NextOrder() {
  const { profile } = useSession();
  if (profile) return <Next profile={profile} />;
  return (
    <>
      <Heading />
      <LoadingOrder />
    </>
  );
}

function Heading({ subject, mark }: { subject?: string | undefined; mark?: ReactNode }) {
  return <PageHeading subtitle={t`Complete your delivery confirmation`} subject={subject} mark={mark} />;
}

function Next({ profile }: { profile: Profile }) {
  const read = useNextOrder(profile.id);
  const order_id = read.no_driver ? undefined : read.shown?.order?.id;
  return (
    <>
      <Heading subject={order_id} mark={<AsOfMark read={read} time_zone={profile.shop.time_zone} />} />
      <OtherDeliveries except={order_id} />
      {read.shown || read.no_driver ? (
        <Shown profile={profile} read={read} />
      ) : read.error ? (
        <ReadFailure
          title={t`Your next order could not be loaded`}
          message={messageOf(read.error)}
          busy={read.isFetching}
          onRetry={read.refetch}
        />
      ) : (
        <LoadingOrder />
      )}
    </>
  );
}

function Shown({ profile, read }: { profile: Profile; read: NextOrderRead }) {
  const { shown, no_driver, pinned_id } = read;
  const order = no_driver ? null : shown?.order;
  return (
    <>
      {shown?.draft_gone && pinned_id && pinned_id !== order?.id && (
        <DraftGone
          order_id={pinned_id}
          reason={shown.draft_gone}
          has_next={order !== null && order !== undefined}
          onDismissed={() => read.pin(null)}
        />
      )}
      {read.error && read.as_of && !no_driver && (
        <AsOf as_of={read.as_of} time_zone={profile.shop.time_zone} />
      )}
      {order ? <Delivery key={order.id} order={order} profile={profile} read={read} /> : <NoOrder />}
    </>
  );
}

function NoOrder() {
  return (
    <EmptyState
      icon={<PackageOpen size={28} strokeWidth={1.75} aria-hidden="true" />}
      title={t`No Orders Available`}
      description={t`You don't have any assigned orders at the moment.`}
    />
  );
}

function LoadingOrder() {
  return (
    <Loading text={t`Loading next order...`}>
      <div className="grid gap-4 lg:grid-cols-[2fr_3fr] lg:gap-5">
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
      </div>
    </Loading>
  );
}
