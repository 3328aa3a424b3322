import { t } from '@lingui/core/macro';
import { PackageOpen } from 'lucide-react';
import { formatDate, formatTime } from '../../../contract/rules/dates.ts';
import type { Order } from '../../../contract/schemas/orders.ts';
import { ProblemError } from '../../api/errors.ts';
import { assignedOrdersFailed } from '../../api/problem-words.ts';
import { type EndpointResult, useEndpoint } from '../../api/use-endpoint.ts';
import { WaitingLine } from '../../commands/WaitingLine.tsx';
import { customerName, MapLink, mapQuery, PhoneLink } from '../../components/customer-contact.tsx';
import { Money } from '../../components/Money.tsx';
import { useTimeZone } from '../../components/open-screen.ts';
import { PaymentBadge, StatusBadge } from '../../components/order-badges.tsx';
import { PageHeading } from '../../components/PageHeading.tsx';
import { AsOfMark, ReadFrame } from '../../components/ReadFrame.tsx';
import { RefundNotice } from '../../components/RefundNotice.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Loading } from '../../ui/Skeleton.tsx';
import { useFailureToast } from '../../ui/use-failure-toast.ts';
import { paymentMethodWords } from '../../words/order-words.ts';

const REFRESH_MS = 60_000;
const LIST = 'grid gap-4 lg:grid-cols-2';

/** The driver's open orders, oldest first. */
export function AssignedOrders() {
  const read = useAssignedOrders();
  return (
    <>
      <PageHeading subtitle={t`Manage your assigned delivery orders`} mark={<AsOfMark read={read} />} />
      <WaitingLine />
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

/** One open order. The amount leads; phone number and address are links. */
function OrderCard({ order }: { order: Order }) {
  const time_zone = useTimeZone();
  return (
    <article
      aria-label={t`Order #${order.order_number}`}
      className="flex h-full flex-col gap-4 rounded-card border border-line bg-surface p-4 md:p-6"
    >
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h3 className="wrap-anywhere font-semibold text-section">{t`Order #${order.order_number}`}</h3>
        <StatusBadge status={order.status} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Money amount_fils={order.total_amount_fils} lead />
        <span className="flex items-center gap-2">
          <span>{paymentMethodWords(order.payment_method)}</span>
          <PaymentBadge payment_status={order.payment_status} />
        </span>
      </div>
      <RefundNotice refund={order.refund} />
      <Facts className="grid-cols-2">
        <Fact name={t`Customer`} className="col-span-2">
          <p className="font-medium">
            <bdi>{customerName(order.customer)}</bdi>
          </p>
          {order.customer.phone ? (
            <PhoneLink phone={order.customer.phone} />
          ) : (
            <p className="text-muted">{t`No phone number available`}</p>
          )}
        </Fact>
        <Fact name={t`Delivery Address`} className="col-span-2">
          <MapLink query={mapQuery(order)}>{order.delivery_address}</MapLink>
        </Fact>
        <Fact name={t`Order Date`}>{formatDate(order.created_at, time_zone)}</Fact>
        <Fact name={t`Order Time`}>{formatTime(order.created_at, time_zone)}</Fact>
      </Facts>
    </article>
  );
}
