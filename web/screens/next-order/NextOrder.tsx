import { t } from '@lingui/core/macro';
import { PackageOpen } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useDeliveries } from '../../commands/use-entries.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { AsOfMark, ReadFrame } from '../../components/ReadFrame.tsx';
import { useProfile } from '../../session/use-session.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { lazyOptional } from '../../ui/lazy-optional.ts';
import { Loading } from '../../ui/Skeleton.tsx';
import { useOtherAttempts } from './attempt/use-other-attempts.ts';
import { DayProgress } from './DayProgress.tsx';
import { Delivery } from './Delivery.tsx';
import { useNextOrder } from './use-next-order.ts';

const DraftNotDeliverable = lazyOptional(
  async () => (await import('./DraftNotDeliverable.tsx')).DraftNotDeliverable,
);
const loadDeliveries = () => import('./OtherDeliveries.tsx');
const SettledDeliveries = lazyOptional(async () => (await loadDeliveries()).SettledDeliveries);
const WaitingDeliveries = lazyOptional(async () => (await loadDeliveries()).WaitingDeliveries);
const OtherAttempts = lazyOptional(async () => (await import('./attempt/OtherAttempts.tsx')).OtherAttempts);

const NotOnTheRoad = lazyOptional(async () => (await import('./NotOnTheRoad.tsx')).NotOnTheRoad);

/** The order to deliver next, and the confirmation of its delivery. */
export function NextOrder() {
  const profile = useProfile();
  const read = useNextOrder(profile.id);
  const { gone } = read;
  const attempts = useOtherAttempts();
  /** True if deliveries of this device may need a notice, whose code is loaded only then. */
  const has_deliveries = useDeliveries().some(({ state, answer }) => state !== 'done' || answer?.conflict);
  const order_id = read.data?.order?.id;
  /** After setting out here, the first order takes the focus, like a page that the user opened. */
  const [setting_out, setSettingOut] = useState(false);
  if (setting_out && order_id !== undefined) setSettingOut(false);
  return (
    <>
      <PageHeading
        subtitle={t`Complete your delivery confirmation`}
        subject={order_id ?? (setting_out ? 'setting_out' : undefined)}
        mark={<AsOfMark read={read} />}
      />
      {read.stops && <DayProgress profile={profile} stops={read.stops} />}
      {has_deliveries && (
        <Suspense>
          <SettledDeliveries except={order_id} mayOpen={read.mayOpen} onOpen={read.open} />
        </Suspense>
      )}
      {attempts.settled.length > 0 && (
        <Suspense>
          <OtherAttempts entries={attempts.settled} read={read} />
        </Suspense>
      )}
      {gone && (
        <Suspense>
          <DraftNotDeliverable
            key={gone.order_id}
            order_id={gone.order_id}
            reason={gone.reason}
            has_next={order_id !== undefined}
            onDismissed={() => read.forget(gone.order_id)}
          />
        </Suspense>
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
          order ? (
            <Delivery
              key={order.id}
              order={order}
              profile={profile}
              onEntered={read.enter}
              onAttempted={read.forget}
              onUndone={read.open}
            />
          ) : (
            <>
              <NoOrder />
              {read.stops && (
                <Suspense>
                  <NotOnTheRoad stops={read.stops} onSetOut={() => setSettingOut(true)} />
                </Suspense>
              )}
            </>
          )
        }
      </ReadFrame>
      {has_deliveries && (
        <Suspense>
          <WaitingDeliveries />
        </Suspense>
      )}
      {attempts.waiting.length > 0 && (
        <Suspense>
          <OtherAttempts entries={attempts.waiting} read={read} />
        </Suspense>
      )}
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
