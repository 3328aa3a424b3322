import { t } from '@lingui/core/macro';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { formatDate, formatTime } from '../../../contract/rules/dates/dates.ts';
import { paymentChoice } from '../../../contract/rules/orders/tender.ts';
import { isNotToHandOver } from '../../../contract/rules/orders/waiting-orders.ts';
import type { Stop } from '../../commands/delivery/stops.ts';
import { CallButton, NavigateButton } from '../../components/contact-buttons.tsx';
import { DoNotHandOver } from '../../components/DoNotHandOver.tsx';
import { Money } from '../../components/Money.tsx';
import { CONTACT, MessageCustomer } from '../../components/messages/MessageCustomer.tsx';
import { useTimeZone } from '../../components/open-screen.ts';
import { PaymentBadge } from '../../components/order-badges.tsx';
import { RefundNotice } from '../../components/RefundNotice.tsx';
import { RequestFacts } from '../../components/RequestFacts.tsx';
import { paymentMethodText } from '../../messages/order-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Fact, Facts, NotesFact } from '../../ui/Facts.tsx';
import { CameAfterAll } from './OpenAttempt.tsx';
import { StopAction } from './StopAction.tsx';
import { GoodsFact } from './StopGoods.tsx';

/** The directions in which the stop can move, and the function that moves it by one place. */
export type Stepping = { up: boolean; down: boolean; step: (by: number) => void };

type Props = { stop: Stop; stepping: Stepping | null };

/** All details of an assigned order, with its actions. */
export function StopDetails({ stop, stepping }: Props) {
  const { order } = stop;
  const time_zone = useTimeZone();
  return (
    <div className="flex flex-col gap-3 border-line border-t p-3 md:p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="wrap-anywhere font-semibold text-section">{t`Order #${order.order_number}`}</h3>
        <p className="flex flex-wrap items-center gap-2">
          <Money amount_fils={order.total_amount_fils} />
          <span>{paymentMethodText(paymentChoice(order))}</span>
          <PaymentBadge payment_status={order.payment_status} />
        </p>
      </div>
      {isNotToHandOver(order) && <DoNotHandOver because={order.waits_because} />}
      <RefundNotice refund={order.refund} />
      <Facts className="grid-cols-2 gap-y-3">
        <Fact name={t`Customer`} className="col-span-2 md:col-span-1">
          <div className={CONTACT}>
            <CallButton customer={order.customer} />
            {!stop.confirmed && <MessageCustomer order={order} />}
          </div>
        </Fact>
        <Fact name={t`Delivery Address`} className="col-span-2 md:col-span-1">
          <NavigateButton order={order} />
        </Fact>
        <GoodsFact items={order.items} className="col-span-2" />
        <NotesFact text={order.notes} className="col-span-2" />
        <RequestFacts requests={order.requests} className="col-span-2" />
        <Fact name={t`Order Date`}>{formatDate(order.created_at, time_zone)}</Fact>
        <Fact name={t`Order Time`}>{formatTime(order.created_at, time_zone)}</Fact>
      </Facts>
      <div className="flex flex-wrap gap-2">
        <StopAction stop={stop} />
        <CameAfterAll order={order} />
        {stepping && (
          <>
            <StepButton
              text={t`Move up`}
              icon={ArrowUp}
              possible={stepping.up}
              onPress={() => stepping.step(-1)}
            />
            <StepButton
              text={t`Move down`}
              icon={ArrowDown}
              possible={stepping.down}
              onPress={() => stepping.step(1)}
            />
          </>
        )}
      </div>
    </div>
  );
}

type StepProps = { text: string; icon: typeof ArrowUp; possible: boolean; onPress: () => void };

/** At the end of the list it keeps the focus but does nothing. */
function StepButton({ text, icon: Icon, possible, onPress }: StepProps) {
  return (
    <Button
      variant="secondary"
      className="min-h-12 flex-1 md:flex-none"
      aria-disabled={!possible || undefined}
      onClick={() => possible && onPress()}
    >
      <Icon size={18} className="shrink-0" />
      {text}
    </Button>
  );
}
