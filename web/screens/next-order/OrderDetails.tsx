import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import { paymentChoice, type Tender } from '../../../contract/rules/orders/tender.ts';
import { isNotToHandOver } from '../../../contract/rules/orders/waiting-orders.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import { CallButton, NavigateButton } from '../../components/contact-buttons.tsx';
import { DoNotHandOver } from '../../components/DoNotHandOver.tsx';
import { Money } from '../../components/Money.tsx';
import { CONTACT, MessageCustomer } from '../../components/messages/MessageCustomer.tsx';
import { useTimeZone } from '../../components/open-screen.ts';
import { PaymentBadge } from '../../components/order-badges.tsx';
import { RefundNotice } from '../../components/RefundNotice.tsx';
import { RequestFacts } from '../../components/RequestFacts.tsx';
import { paymentMethodText } from '../../messages/order-messages.ts';
import { Card, CardTitle } from '../../ui/Card.tsx';
import { NotesFact } from '../../ui/Facts.tsx';
import { PaymentInstruction } from './PaymentInstruction.tsx';

type Props = {
  order: OrderWithItems;
  tender: Tender | null;
  /** The amount to take in all, if it is not the amount due for all goods. */
  to_take_fils?: number | undefined;
};

/**
 * The action at the door, the customer and the address; below, in smaller text, the order's other details.
 */
export function OrderDetails({ order, tender, to_take_fils }: Props) {
  const time_zone = useTimeZone();
  const partly = order.payment_status === 'pending' && order.due_amount_fils !== order.total_amount_fils;
  return (
    <Card aria-labelledby="order-details" className="flex flex-col gap-2 md:gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 md:items-center max-md:[&_.lucide]:hidden">
        <CardTitle id="order-details" icon={ReceiptText}>
          {t`Order Details`}
        </CardTitle>
        <dl className="flex flex-wrap gap-x-2 text-sm">
          <Small name={t`Order Number`} hide_name>
            <span className="font-medium">#{order.order_number}</span>
          </Small>
          <Small name={t`Ordered`} hide_name>
            <span className="text-muted">{formatDateTime(order.created_at, time_zone)}</span>
          </Small>
        </dl>
      </div>
      <RefundNotice refund={order.refund} />
      {isNotToHandOver(order) ? (
        <DoNotHandOver because={order.waits_because} />
      ) : (
        <PaymentInstruction order={order} tender={tender} to_take_fils={to_take_fils} />
      )}
      <dl className="flex flex-col gap-2">
        <div>
          <dt className="sr-only">{t`Customer`}</dt>
          <dd className={CONTACT}>
            <CallButton customer={order.customer} />
            <MessageCustomer order={order} />
          </dd>
        </div>
        <div>
          <dt className="sr-only">{t`Address`}</dt>
          <dd>
            <NavigateButton order={order} />
          </dd>
        </div>
        <NotesFact text={order.notes} className="" />
        <RequestFacts requests={order.requests} className="" />
      </dl>
      <dl className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <Small name={partly ? t`Amount due` : t`Amount`}>
          <Money amount_fils={partly ? order.due_amount_fils : order.total_amount_fils} />
          {partly && (
            <span className="text-muted">
              {' '}
              <Trans>
                of <Money amount_fils={order.total_amount_fils} /> in all
              </Trans>
            </span>
          )}
        </Small>
        <Small name={t`Payment`} hide_name>
          <span className="flex flex-wrap items-center gap-2">
            {paymentMethodText(paymentChoice(order))}
            <PaymentBadge payment_status={order.payment_status} />
          </span>
        </Small>
      </dl>
    </Card>
  );
}

type SmallProps = {
  name: string;
  /** True if only screen readers need the name, because the value explains itself visually. */
  hide_name?: boolean;
  children: ReactNode;
};

/** A fact that shares its line with others. */
function Small({ name, hide_name, children }: SmallProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-1.5">
      <dt className={hide_name ? 'sr-only' : 'text-muted'}>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
