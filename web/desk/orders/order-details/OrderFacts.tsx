import { t } from '@lingui/core/macro';
import type { OrderPage } from '../../../../contract/operations/desk/order/read-desk-order.schema.ts';
import { isOpen } from '../../../../contract/rules/orders/order-life.ts';
import { paymentChoice } from '../../../../contract/rules/orders/tender.ts';
import { customerName, phonesOf } from '../../../components/customer-contact.tsx';
import { Money } from '../../../components/Money.tsx';
import { useTimeZone } from '../../../components/open-screen.ts';
import { PaymentBadge, StatusBadge } from '../../../components/order-badges.tsx';
import { RequestFacts } from '../../../components/RequestFacts.tsx';
import { shortTime } from '../../../components/short-time.ts';
import { paymentMethodText } from '../../../messages/order-messages.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Fact, Facts, NotesFact } from '../../../ui/Facts.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { waitBadge } from '../wait-messages.ts';
import { Erased } from './Erased.tsx';
import { SameNumber } from './SameNumber.tsx';

type Customer = OrderPage['order']['customer'];

/** The status, customer, address, driver and payment of an order. */
export function OrderFacts({ page: { order, fulfilment, same_number = [] } }: { page: OrderPage }) {
  const time_zone = useTimeZone();
  const { customer } = order;
  const waits = waitBadge(order);
  return (
    <div className="flex flex-col gap-4">
      {same_number.length > 0 && <SameNumber orders={same_number} />}
      <Facts className="sm:grid-cols-2">
        <Fact name={t`Status`}>
          <span className="flex flex-wrap items-center gap-2">
            <StatusBadge status={order.status} />
            {waits !== null && <Badge tone="danger">{waits}</Badge>}
            {order.conflict_id !== null && <Badge tone="danger">{t`Conflict`}</Badge>}
          </span>
        </Fact>
        <Fact name={t`Due on delivery`}>
          <Money amount_fils={order.due_amount_fils} lead />
        </Fact>
        <Fact name={t`Customer`}>
          {order.erased_at === null ? (
            <>
              <bdi>{customerName(customer)}</bdi>
              <PhoneLines customer={customer} />
            </>
          ) : (
            <Erased at={order.erased_at} />
          )}
        </Fact>
        <Fact name={t`Address`}>
          {order.erased_at === null ? <bdi>{order.delivery_address}</bdi> : <Erased at={order.erased_at} />}
          {order.area && (
            <span className="block text-muted text-sm">
              <bdi>{order.area}</bdi>
            </span>
          )}
        </Fact>
        <Fact name={t`Driver`}>{order.driver === null ? t`No driver yet` : <bdi>{order.driver}</bdi>}</Fact>
        <Fact name={t`Payment`}>
          <span className="flex flex-wrap items-center gap-2">
            {paymentMethodText(paymentChoice(order))}
            <PaymentBadge payment_status={order.payment_status} />
            {order.refund && (
              <Badge tone="warn">{order.refund === 'full' ? t`Refunded` : t`Partly refunded`}</Badge>
            )}
          </span>
        </Fact>
        <Fact name={t`Ordered`}>{shortTime(order.created_at, time_zone)}</Fact>
        <Fact name={t`Promised by`}>
          <PromisedBy order={order} />
        </Fact>
        {fulfilment && <Fact name={t`Fulfilled in the store`}>{fulfilmentText(fulfilment.status)}</Fact>}
        <NotesFact text={order.erased_at === null ? order.notes : null} className="sm:col-span-2" />
        {order.erased_at === null && <RequestFacts requests={order.requests} className="sm:col-span-2" />}
        {order.shortened && order.shortened.length > 0 && (
          <Fact name={t`Shortened texts`} className="sm:col-span-2">
            {shortenedText(order.shortened)}
          </Fact>
        )}
      </Facts>
    </div>
  );
}

const PHONE_LINK = 'flex min-h-12 w-fit items-center text-accent underline lg:min-h-6';

/** The phone field as typed. A single number is a link; several numbers have a link each below the text. */
function PhoneLines({ customer }: { customer: Customer }) {
  if (!customer.phone)
    return <span className="block text-muted text-sm">{t`No phone number available`}</span>;
  const text = (
    <bdi dir="ltr" className="amount whitespace-normal">
      {customer.phone}
    </bdi>
  );
  const phones = phonesOf(customer);
  const [first] = phones;
  if (first && phones.length === 1) {
    return (
      <a href={`tel:${first.number}`} className={PHONE_LINK}>
        {text}
      </a>
    );
  }
  return (
    <>
      <span className="block">{text}</span>
      {phones.length > 1 && (
        <ul>
          {phones.map(({ number, remark }) => (
            <li key={number}>
              <a href={`tel:${number}`} className={PHONE_LINK}>
                <span>
                  <span className="sr-only">{t`Call`} </span>
                  <bdi dir="ltr" className="amount">
                    {number}
                  </bdi>
                  {remark !== null && (
                    <>
                      {' '}
                      <bdi>{remark}</bdi>
                    </>
                  )}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const MINUTE_MS = 60_000;

/** An open order past its promised time is late. */
function PromisedBy({ order }: { order: OrderPage['order'] }) {
  const time_zone = useTimeZone();
  const now = useNow(MINUTE_MS);
  if (order.promised_at === null) return '—';
  const late = isOpen(order.status) && Date.parse(order.promised_at) < now;
  return (
    <span className="flex flex-wrap items-center gap-2">
      {shortTime(order.promised_at, time_zone)}
      {late && <Badge tone="danger">{t`Late`}</Badge>}
    </span>
  );
}

function fulfilmentText(status: NonNullable<OrderPage['fulfilment']>['status']): string {
  return { waiting: t`Waiting`, done: t`Done`, failed: t`Failed; retried later` }[status];
}

/** Names the fields in `orders.shortened`, whose texts exceeded the stored length: `note, phone`. */
function shortenedText(fields: readonly string[]): string {
  const names: Record<string, string> = {
    customer: t`name`,
    phone: t`phone`,
    delivery_address: t`address`,
    area: t`area`,
    line_name: t`product`,
    sku: t`SKU`,
    notes: t`note`,
    requests: t`requests`,
    locale: t`language`,
  };
  return fields.map((field) => names[field] ?? field.replaceAll('_', ' ')).join(', ');
}

/** All drivers who had the order, with the times. */
export function FormerDrivers({ page: { assignments } }: { page: OrderPage }) {
  const time_zone = useTimeZone();
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {assignments.map(({ driver, assigned_at, ended_at }) => {
        const from = shortTime(assigned_at, time_zone);
        return (
          <li key={assigned_at} className="flex flex-wrap justify-between gap-x-4">
            <bdi className="wrap-anywhere">{driver}</bdi>
            <span className="text-muted">
              {ended_at === null ? t`since ${from}` : t`${from} to ${shortTime(ended_at, time_zone)}`}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
