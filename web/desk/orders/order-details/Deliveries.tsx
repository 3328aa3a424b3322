import { plural, t } from '@lingui/core/macro';
import { Suspense } from 'react';
import type {
  DeskDelivery,
  OrderPage,
} from '../../../../contract/operations/desk/order/read-desk-order.schema.ts';
import { formatMoney } from '../../../../contract/rules/amounts/money.ts';
import { formatDate, formatDateTime } from '../../../../contract/rules/dates/dates.ts';
import { Money } from '../../../components/Money.tsx';
import { useTimeZone } from '../../../components/open-screen.ts';
import { tenderText } from '../../../messages/order-messages.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import { lazyOptional } from '../../../ui/lazy-optional.ts';
import { DocumentButton } from '../../proofs/DocumentButton.tsx';
import { ImageProof } from '../../proofs/ImageProof.tsx';
import { photoMessages } from '../../proofs/image-messages.ts';
import { Erased } from './Erased.tsx';

/** Loaded with the first delivery, to keep the desk's list small. */
const DeliveryCorrections = lazyOptional(
  async () => (await import('./DeliveryCorrections.tsx')).DeliveryCorrections,
);

/** The deliveries of an order, with their proofs. */
export function Deliveries({ page: { order, deliveries } }: { page: OrderPage }) {
  return (
    <ul className="flex flex-col gap-4">
      {deliveries.map((delivery) => (
        <li key={delivery.id}>
          <Delivery delivery={delivery} order={order} />
        </li>
      ))}
    </ul>
  );
}

function Delivery({ delivery, order }: { delivery: DeskDelivery; order: OrderPage['order'] }) {
  const time_zone = useTimeZone();
  const { tender, collected_fils, delivered_at, recorded_at, conflict, store_payment, correctable } =
    delivery;
  const completed_it = delivery.outcome === 'delivered';
  return (
    <div className="flex flex-col gap-3 text-sm">
      {conflict && (
        <p>
          <Badge tone={completed_it ? 'warn' : 'danger'}>{conflictTitle(conflict)}</Badge>
        </p>
      )}
      <Facts className="sm:grid-cols-2">
        <Fact name={t`Delivered by`}>
          <bdi>{delivery.driver}</bdi>
        </Fact>
        <Fact name={t`Received by`}>
          {delivery.erased_at === null ? (
            <bdi>{delivery.customer_name}</bdi>
          ) : (
            <Erased at={delivery.erased_at} />
          )}
        </Fact>
        <Fact name={t`Delivered at`}>{formatDateTime(delivered_at, time_zone)}</Fact>
        <Fact name={t`Recorded`}>{formatDateTime(recorded_at, time_zone)}</Fact>
        <Fact name={t`Collected`}>
          <Money amount_fils={collected_fils} />
          {tender && <span className="text-muted"> {tenderText(tender)}</span>}
        </Fact>
        {completed_it && order.delivery_duration_seconds !== null && (
          <Fact name={t`On the road`}>{durationText(order.delivery_duration_seconds)}</Fact>
        )}
        {store_payment && (
          <Fact name={t`Paid in the store`} className="sm:col-span-2">
            {storePaymentText(store_payment)}
          </Fact>
        )}
      </Facts>
      {delivery.erased_at === null ? (
        <div className="flex flex-col items-start gap-2">
          <ImageProof file={delivery.photo} words={photoMessages(order.order_number)} />
          <DocumentButton file={delivery.note} title={t`Delivery note`} />
        </div>
      ) : (
        <p className="text-muted">{t`Photo and delivery note: erased on ${formatDate(delivery.erased_at, time_zone)}, under the shop's settings.`}</p>
      )}
      {correctable && (
        <Suspense fallback={null}>
          <DeliveryCorrections delivery={{ ...delivery, correctable }} order={order} />
        </Suspense>
      )}
    </div>
  );
}

function conflictTitle(conflict: NonNullable<DeskDelivery['conflict']>): string {
  return {
    cancelled: t`Delivered though it was cancelled`,
    reassigned: t`Delivered by a previous driver`,
    already_delivered: t`Delivered again`,
    not_out_for_delivery: t`Delivered though it was not out for delivery`,
    amount_changed: t`Delivered with the previous amount`,
  }[conflict];
}

function durationText(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return t`${plural(minutes, { one: '# minute', other: '# minutes' })}`;
  return t`${hours} h ${minutes % 60} min`;
}

function storePaymentText(payment: NonNullable<DeskDelivery['store_payment']>): string {
  const { status, collected_fils, outstanding_fils, marked_fils } = payment;
  if (status === 'listed' && marked_fils != null && outstanding_fils === 0)
    return t`Marked as paid with ${formatMoney(marked_fils)}, but ${formatMoney(collected_fils)} was collected: check it in the store`;
  const outstanding = outstanding_fils === null ? null : formatMoney(outstanding_fils);
  const words = {
    owed: t`Waiting for the rest of the payment`,
    waiting: t`Waiting`,
    done: t`Marked as paid`,
    listed: t`Not marked: check it in the store`,
    failed: t`Failed; retried later`,
    dismissed: t`Dismissed`,
  }[status];
  return outstanding === null || status === 'done' || status === 'owed'
    ? words
    : t`${words}. The store reports ${outstanding} left to pay.`;
}
