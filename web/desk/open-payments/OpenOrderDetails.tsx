import { t } from '@lingui/core/macro';
import { useId } from 'react';
import { Link } from 'wouter';
import type { OpenOrder } from '../../../contract/operations/desk/payments/list-open-payments.schema.ts';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import { Money } from '../../components/Money.tsx';
import { useTimeZone } from '../../components/open-screen.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { APPROVALS_PATH, deskOrderPath } from '../shell/desk-places.ts';
import { OwedActions } from './OwedActions.tsx';
import { PayBack } from './PayBack.tsx';
import { PaymentToMatch } from './PaymentToMatch.tsx';

/** The open amounts of one order, and the steps that settle them. */
export function OpenOrderDetails({ order }: { order: OpenOrder }) {
  const time_zone = useTimeZone();
  const id = useId();
  const { owed_fils, unmatched_fils, refund_fils, payments, waiver_fils } = order;
  return (
    <div className="flex flex-col gap-6">
      {owed_fils > 0 && <OwedActions order={order} />}
      {refund_fils > 0 && <PayBack order={order} />}
      {payments.length > 0 && (
        <section aria-labelledby={id} className="flex flex-col gap-2">
          <h4 id={id} className="font-semibold">{t`To match`}</h4>
          <ul className="divide-y divide-line">
            {payments.map((payment) => (
              <PaymentToMatch
                key={`${payment.source_id} ${payment.tender}`}
                payment={payment}
                order_number={order.order_number}
              />
            ))}
          </ul>
        </section>
      )}
      <Facts className="grid-cols-2">
        {owed_fils > 0 && (
          <Fact name={t`Owed`}>
            <Money amount_fils={owed_fils} lead />
          </Fact>
        )}
        {unmatched_fils > 0 && (
          <Fact name={t`To match`}>
            <Money amount_fils={unmatched_fils} lead />
          </Fact>
        )}
        {refund_fils > 0 && (
          <Fact name={t`Owed to the customer`}>
            <Money amount_fils={refund_fils} lead />
          </Fact>
        )}
        {waiver_fils !== null && (
          <Fact name={t`Approval requested`}>
            <Link to={APPROVALS_PATH} className="text-accent underline">
              <Money amount_fils={waiver_fils} />
            </Link>
          </Fact>
        )}
        {order.short_reason !== null && (
          <Fact name={t`Reason`} className="col-span-2">
            <p dir="auto">{order.short_reason}</p>
          </Fact>
        )}
        <Fact name={t`Order`}>
          <Link
            to={deskOrderPath(order.order_id)}
            className="text-accent underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
          >
            #{order.order_number}
          </Link>
        </Fact>
        <Fact name={t`Customer`}>
          <bdi>{order.customer_name ?? '—'}</bdi>
        </Fact>
        <Fact name={t`Driver`}>
          <bdi>{order.driver_name}</bdi>
        </Fact>
        <Fact name={t`Delivered`}>{formatDateTime(order.delivered_at, time_zone)}</Fact>
        <Fact name={t`Since`}>{formatDateTime(order.since, time_zone)}</Fact>
      </Facts>
    </div>
  );
}
