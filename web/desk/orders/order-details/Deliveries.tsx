import { plural, t } from '@lingui/core/macro';
import { FileText } from 'lucide-react';
import { formatMoney } from '../../../../contract/rules/money.ts';
import type { DeskDelivery, OrderPage } from '../../../../contract/schemas/order-page.ts';
import { Money } from '../../../components/Money.tsx';
import { openFile } from '../../../components/open-file.ts';
import { useTimeZone } from '../../../components/open-screen.ts';
import { shortTime } from '../../../components/short-time.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button, useBusy } from '../../../ui/Button.tsx';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import { tenderWords } from '../../../words/order-words.ts';
import { PhotoProof } from './PhotoProof.tsx';

/** What was confirmed at the door, each time, with its proofs. */
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
  const { tender, collected_fils, delivered_at, recorded_at, conflict, store_payment } = delivery;
  const recorded = shortTime(recorded_at, time_zone);
  const at_door = shortTime(delivered_at, time_zone);
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
          <bdi>{delivery.customer_name}</bdi>
        </Fact>
        <Fact name={t`At the door`}>{at_door}</Fact>
        <Fact name={t`Recorded`}>{recorded}</Fact>
        <Fact name={t`Collected`}>
          <Money amount_fils={collected_fils} />
          {tender && <span className="text-muted"> {tenderWords(tender)}</span>}
        </Fact>
        {completed_it && order.delivery_duration_seconds !== null && (
          <Fact name={t`On the road`}>{durationWords(order.delivery_duration_seconds)}</Fact>
        )}
        {store_payment && (
          <Fact name={t`Paid in the store`} className="sm:col-span-2">
            {storePaymentWords(store_payment)}
          </Fact>
        )}
      </Facts>
      <div className="flex flex-col items-start gap-2">
        <PhotoProof file={delivery.photo} order_number={order.order_number} />
        <NoteButton file={delivery.note} />
      </div>
    </div>
  );
}

function NoteButton({ file }: { file: DeskDelivery['note'] }) {
  const [busy, run] = useBusy();
  return (
    <Button
      variant="secondary"
      className="text-sm"
      busy={busy}
      onClick={() => void run(() => openFile(file))}
    >
      <FileText size={16} />
      {t`Delivery note`}
      <span className="sr-only"> {t`(opens in a new tab)`}</span>
    </Button>
  );
}

function conflictTitle(conflict: NonNullable<DeskDelivery['conflict']>): string {
  return {
    cancelled: t`Delivered though it was cancelled`,
    reassigned: t`Delivered by whom it had been taken from`,
    already_delivered: t`Delivered once more`,
    not_out_for_delivery: t`Delivered though it was not out for delivery`,
    amount_changed: t`Delivered with the former amount`,
  }[conflict];
}

function durationWords(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return t`${plural(minutes, { one: '# minute', other: '# minutes' })}`;
  return t`${hours} h ${minutes % 60} min`;
}

function storePaymentWords({ status, outstanding_fils }: NonNullable<DeskDelivery['store_payment']>): string {
  const outstanding = outstanding_fils === null ? null : formatMoney(outstanding_fils);
  const words = {
    waiting: t`Waiting`,
    done: t`Marked as paid`,
    listed: t`Not marked: look at it in the store`,
    failed: t`Failed; it is tried again`,
    dismissed: t`Dismissed`,
  }[status];
  return outstanding === null || status === 'done'
    ? words
    : t`${words}. The store says ${outstanding} is left to pay.`;
}
