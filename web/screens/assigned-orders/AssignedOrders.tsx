import { t } from '@lingui/core/macro';
import { PackageOpen } from 'lucide-react';
import type { Order } from '../../../contract/schemas/orders.ts';
import { AsOfMark } from '../../components/AsOf.tsx';
import { PageHeading } from '../../components/PageHeading.tsx';
import { ReadFrame } from '../../components/ReadFrame.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loading, Skeleton } from '../../ui/Skeleton.tsx';
import { OrderCard } from './OrderCard.tsx';
import { useAssignedOrders } from './use-assigned-orders.ts';

/** The driver's open orders, oldest first. */
export function AssignedOrders() {
  const read = useAssignedOrders();
  return (
    <>
      <PageHeading subtitle={t`Manage your assigned delivery orders`} mark={<AsOfMark read={read} />} />
      <ReadFrame read={read} failed={t`Your orders could not be loaded`} loading={<LoadingOrders />}>
        {({ orders }) => <OrderList orders={orders} />}
      </ReadFrame>
    </>
  );
}

function OrderList({ orders }: { orders: readonly Order[] }) {
  if (orders.length === 0) {
    return (
      <EmptyState
        icon={PackageOpen}
        title={t`No Orders Assigned`}
        description={t`You don't have any orders assigned at the moment.`}
      />
    );
  }
  return (
    <ul className="grid gap-4 lg:grid-cols-2">
      {orders.map((order) => (
        <li key={order.id} className="min-w-0">
          <OrderCard order={order} />
        </li>
      ))}
    </ul>
  );
}

function LoadingOrders() {
  return (
    <Loading text={t`Loading assigned orders...`}>
      <div className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-72" />
        <Skeleton className="h-72" />
      </div>
    </Loading>
  );
}
