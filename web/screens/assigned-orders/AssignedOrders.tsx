import { t } from '@lingui/core/macro';
import { PackageOpen } from 'lucide-react';
import { Suspense } from 'react';
import { assignedOrdersFailed } from '../../api/read-failures.ts';
import { useStops } from '../../commands/delivery/use-stops.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { AsOfMark, ReadFrame } from '../../components/ReadFrame.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { lazyOptional } from '../../ui/lazy-optional.ts';
import { Loading } from '../../ui/Skeleton.tsx';
import { Departure } from './Departure.tsx';
import { StopList } from './StopList.tsx';

const OwedLine = lazyOptional(
  async () => (await import('../../commands/order-payments/OwedLine.tsx')).OwedLine,
);

/** The driver's open orders as stops, in driving order. */
export function AssignedOrders() {
  const read = useStops(assignedOrdersFailed);
  return (
    <>
      <PageHeading subtitle={t`Manage your assigned delivery orders`} mark={<AsOfMark read={read} />} />
      <Suspense>
        <OwedLine />
      </Suspense>
      <ReadFrame
        read={read}
        failed={t`Your orders could not be loaded`}
        loading={
          <Loading
            text={t`Loading assigned orders...`}
            shapes={['h-72', 'h-16', 'h-16', 'h-16']}
            className="flex flex-col gap-1.5"
          />
        }
      >
        {(stops) =>
          stops.length > 0 ? (
            <>
              <Departure stops={stops} />
              <StopList read={read} stops={stops} />
            </>
          ) : (
            <NoStops />
          )
        }
      </ReadFrame>
    </>
  );
}

function NoStops() {
  return (
    <EmptyState
      icon={PackageOpen}
      title={t`No Orders Assigned`}
      description={t`You don't have any orders assigned at the moment.`}
    />
  );
}
