import { t } from '@lingui/core/macro';
import { PackageOpen } from 'lucide-react';
import { messageOf } from '../../api/problem-words.ts';
import { AsOf, AsOfMark } from '../../components/AsOf.tsx';
import { PageHeading } from '../../components/PageHeading.tsx';
import { useSession } from '../../session/use-session.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ReadFailure } from '../../ui/ReadFailure.tsx';
import { Loading, Skeleton } from '../../ui/Skeleton.tsx';
import { OrderCard } from './OrderCard.tsx';
import { type AssignedOrdersRead, useAssignedOrders } from './use-assigned-orders.ts';

/** The driver's open orders, oldest first. */
export function AssignedOrders() {
  const { profile } = useSession();
  const read = useAssignedOrders();
  const time_zone = profile?.shop.time_zone ?? 'UTC';
  return (
    <>
      <PageHeading
        subtitle={t`Manage your assigned delivery orders`}
        mark={<AsOfMark read={read} time_zone={time_zone} />}
      />
      {read.as_of && read.error && !read.no_driver && <AsOf as_of={read.as_of} time_zone={time_zone} />}
      <OrderList read={read} time_zone={time_zone} />
    </>
  );
}

function OrderList({ read, time_zone }: { read: AssignedOrdersRead; time_zone: string }) {
  if (read.isPending) {
    return (
      <Loading text={t`Loading assigned orders...`}>
        <div className="grid gap-4 lg:grid-cols-2">
          <Skeleton className="h-72" />
          <Skeleton className="h-72" />
        </div>
      </Loading>
    );
  }
  if (!read.data && read.error && !read.no_driver) {
    return (
      <ReadFailure
        title={t`Your orders could not be loaded`}
        message={messageOf(read.error)}
        busy={read.isFetching}
        onRetry={read.refetch}
      />
    );
  }
  const orders = read.no_driver ? [] : (read.data?.orders ?? []);
  if (orders.length === 0) {
    return (
      <EmptyState
        icon={<PackageOpen size={28} strokeWidth={1.75} aria-hidden="true" />}
        title={t`No Orders Assigned`}
        description={t`You don't have any orders assigned at the moment.`}
      />
    );
  }
  return (
    <ul className="grid gap-4 lg:grid-cols-2">
      {orders.map((order) => (
        <li key={order.id} className="min-w-0">
          <OrderCard order={order} time_zone={time_zone} />
        </li>
      ))}
    </ul>
  );
}
