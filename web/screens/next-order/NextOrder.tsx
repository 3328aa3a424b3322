import { t } from '@lingui/core/macro';
import { PackageOpen } from 'lucide-react';
import { PageHeading } from '../../components/PageHeading.tsx';
import { AsOfMark, ReadFrame } from '../../components/ReadFrame.tsx';
import { useProfile } from '../../session/use-session.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loading } from '../../ui/Skeleton.tsx';
import { Delivery } from './Delivery.tsx';
import { DraftGone } from './DraftGone.tsx';
import { OtherDeliveries } from './OtherDeliveries.tsx';
import { useNextOrder } from './use-next-order.ts';

/** The order to deliver next, and the confirmation of its delivery. */
export function NextOrder() {
  const profile = useProfile();
  const read = useNextOrder(profile.id);
  const { pinned_id } = read;
  const order_id = read.data?.order?.id;
  const gone = read.data?.draft_gone;
  return (
    <>
      <PageHeading
        subtitle={t`Complete your delivery confirmation`}
        subject={order_id}
        mark={<AsOfMark read={read} />}
      />
      <OtherDeliveries except={order_id} />
      {gone && pinned_id && pinned_id !== order_id && (
        <DraftGone
          order_id={pinned_id}
          reason={gone}
          has_next={order_id !== undefined}
          onDismissed={() => read.pin(null)}
        />
      )}
      <ReadFrame
        read={read}
        failed={t`Your next order could not be loaded`}
        loading={
          <Loading
            text={t`Loading next order...`}
            shapes={['h-96', 'h-96']}
            className="grid gap-4 lg:grid-cols-[2fr_3fr] lg:gap-5"
          />
        }
      >
        {({ order }) =>
          order ? <Delivery key={order.id} order={order} profile={profile} read={read} /> : <NoOrder />
        }
      </ReadFrame>
    </>
  );
}

function NoOrder() {
  return (
    <EmptyState
      icon={PackageOpen}
      title={t`No Orders Available`}
      description={t`You don't have any assigned orders at the moment.`}
    />
  );
}
