import { t } from '@lingui/core/macro';
import { formatDate, formatTime } from '../../../contract/rules/dates.ts';
import type { Order } from '../../../contract/schemas/orders.ts';
import { customerName, MapLink, mapQuery, PhoneLink } from '../../components/customer-contact.tsx';
import { Money } from '../../components/Money.tsx';
import { useTimeZone } from '../../components/open-screen.ts';
import { PaymentBadge, StatusBadge } from '../../components/order-badges.tsx';
import { RefundNotice } from '../../components/RefundNotice.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { paymentMethodWords } from '../../words/order-words.ts';

/** One open order. The amount leads; phone number and address are links. */
export function OrderCard({ order }: { order: Order }) {
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
