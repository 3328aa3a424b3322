import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ReceiptText } from 'lucide-react';
import { formatDateTime } from '../../../contract/rules/dates.ts';
import type { Order } from '../../../contract/schemas/orders.ts';
import { customerName, MapLink, mapQuery, PhoneLink } from '../../components/customer-contact.tsx';
import { Money } from '../../components/Money.tsx';
import { useTimeZone } from '../../components/open-screen.ts';
import { PaymentBadge } from '../../components/order-badges.tsx';
import { RefundNotice } from '../../components/RefundNotice.tsx';
import { TitledCard } from '../../ui/Card.tsx';
import { Fact, Facts, NotesFact } from '../../ui/Facts.tsx';
import { paymentMethodWords } from '../../words/order-words.ts';

/** Where to go, whom to meet and how much it is. */
export function OrderDetails({ order }: { order: Order }) {
  const time_zone = useTimeZone();
  const { latitude, longitude, customer } = order;
  return (
    <TitledCard icon={ReceiptText} title={t`Order Details`}>
      <RefundNotice refund={order.refund} />
      <Amount order={order} />
      <Facts className="grid-cols-2">
        <Fact name={t`Customer`} className="col-span-2">
          <bdi className="font-medium text-section">{customerName(customer)}</bdi>
        </Fact>
        <Fact name={t`Contact`} className="col-span-2">
          {customer.phone ? <PhoneLink phone={customer.phone} /> : t`No phone number available`}
        </Fact>
        <Fact name={t`Address`} className="col-span-2">
          <MapLink query={mapQuery({ ...order, latitude: null })}>{order.delivery_address}</MapLink>
        </Fact>
        {latitude !== null && longitude !== null && (
          <Fact name={t`Location`} className="col-span-2">
            <MapLink query={mapQuery(order)}>
              <bdi dir="ltr" className="amount">
                {latitude}, {longitude}
              </bdi>
            </MapLink>
          </Fact>
        )}
        <NotesFact text={order.notes} className="col-span-2" />
        <Fact name={t`Order Number`}>
          <span className="font-medium">#{order.order_number}</span>
        </Fact>
        <Fact name={t`Ordered`}>{formatDateTime(order.created_at, time_zone)}</Fact>
      </Facts>
    </TitledCard>
  );
}

/** What is to be taken at the door leads; the order's total stands below when it is another amount. */
function Amount({ order }: { order: Order }) {
  const partly = order.payment_status === 'pending' && order.due_amount_fils !== order.total_amount_fils;
  return (
    <div className="rounded-card bg-sunken p-4">
      <p className="text-muted text-sm">{partly ? t`Amount due` : t`Amount`}</p>
      <Money amount_fils={partly ? order.due_amount_fils : order.total_amount_fils} lead />
      <p className="mt-2 flex flex-wrap items-center gap-2">
        <span>{paymentMethodWords(order.payment_method)}</span>
        <PaymentBadge payment_status={order.payment_status} />
        {partly && (
          <span className="text-muted text-sm">
            <Trans>
              of <Money amount_fils={order.total_amount_fils} /> in all
            </Trans>
          </span>
        )}
      </p>
    </div>
  );
}
