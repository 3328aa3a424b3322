import { t } from '@lingui/core/macro';
import { PackageOpen } from 'lucide-react';
import type { Order } from '../../../contract/schemas/orders.ts';
import { ProblemError } from '../../api/errors.ts';
import { assignedOrdersFailed } from '../../api/problem-words.ts';
import { type EndpointResult, useEndpoint } from '../../api/use-endpoint.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { AsOfMark, ReadFrame } from '../../components/ReadFrame.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loading } from '../../ui/Skeleton.tsx';
import { useFailureToast } from '../../ui/use-failure-toast.ts';
import { OrderCard } from './OrderCard.tsx';

const REFRESH_MS = 60_000;
const LIST = 'grid gap-4 lg:grid-cols-2';

/** The driver's open orders, oldest first. */
export function AssignedOrders() {
  const read = useAssignedOrders();
  return (
    <>
      <PageHeading subtitle={t`Manage your assigned delivery orders`} mark={<AsOfMark read={read} />} />
      <ReadFrame
        read={read}
        failed={t`Your orders could not be loaded`}
        loading={<Loading text={t`Loading assigned orders...`} shapes={['h-72', 'h-72']} className={LIST} />}
      >
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
    <ul className={LIST}>
      {orders.map((order) => (
        <li key={order.id} className="min-w-0">
          <OrderCard order={order} />
        </li>
      ))}
    </ul>
  );
}

/** The driver's open orders; a failing refresh keeps the ones already shown. Without a driver record the list stays empty. */
function useAssignedOrders(): EndpointResult<'list_assigned_orders'> {
  const read = useEndpoint('list_assigned_orders', undefined, { refetchInterval: REFRESH_MS });
  useFailureToast(read, assignedOrdersFailed);
  const no_driver = read.error instanceof ProblemError && read.error.problem.code === 'driver_not_found';
  return no_driver ? { ...read, data: { orders: [] }, from_device: false, error: null } : read;
}
