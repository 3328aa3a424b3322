import { t } from '@lingui/core/macro';
import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import type { OwedOrder } from '../../../contract/operations/screens/list-owed-at-door.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { CASH_COMMANDS } from '../../commands/cash/cash-commands.ts';
import { OrderPaymentDialog } from '../../commands/order-payments/OrderPaymentDialog.tsx';
import { useOwedAtDoor } from '../../commands/order-payments/owed-read.ts';
import { type PaidSince, usePaymentsSince } from '../../commands/order-payments/payments-since.ts';
import { useCommand } from '../../commands/use-command.ts';
import { Money } from '../../components/Money.tsx';
import { useTimeZone } from '../../components/open-screen.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { AsOfMark, ReadFrame } from '../../components/ReadFrame.tsx';
import { shortTime } from '../../components/short-time.ts';
import { useProfile } from '../../session/use-session.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loading } from '../../ui/Skeleton.tsx';

/** The orders that this driver delivered and on which an amount is still owed. */
export function OwedAtDoor() {
  const profile = useProfile();
  const read = useOwedAtDoor({ enabled: profile.driver !== null });
  const [open, setOpen] = useState<OwedOrder | null>(null);
  const since = usePaymentsSince(read.as_of);
  // A payment whose reference was taken is remade while this screen is open.
  useCommand(CASH_COMMANDS.collect_owed, { by: profile, subject: null, onDone: () => void read.refetch() });
  const paid = ({ order_id }: OwedOrder) => since.get(order_id) ?? NOTHING_PAID;
  return (
    <>
      <PageHeading
        subtitle={t`Orders that you delivered and that are not paid in full`}
        mark={<AsOfMark read={read} />}
      />
      {profile.driver === null ? (
        <Nothing />
      ) : (
        <ReadFrame
          read={read}
          failed={t`The orders could not be loaded`}
          loading={<Loading text={t`Loading...`} shapes={['h-24', 'h-24']} />}
        >
          {({ orders }) =>
            orders.length === 0 ? (
              <Nothing />
            ) : (
              <ul className="flex flex-col gap-3">
                {orders.map((order) => (
                  <li key={order.order_id}>
                    <Row order={order} paid={paid(order)} onCollect={() => setOpen(order)} />
                  </li>
                ))}
              </ul>
            )
          }
        </ReadFrame>
      )}
      {open && (
        <OrderPaymentDialog
          profile={profile}
          order={{ ...open, owed_fils: Math.max(0, open.owed_fils - paid(open).paid_fils) }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

const NOTHING_PAID: PaidSince = { paid_fils: 0, unsent_fils: 0 };

function Nothing() {
  return (
    <EmptyState
      icon={HandCoins}
      title={t`Nothing is owed`}
      description={t`Orders of which less than the amount due was taken appear here until they are paid.`}
    />
  );
}

type RowProps = { order: OwedOrder; paid: PaidSince; onCollect: () => void };

function Row({ order, paid: { paid_fils, unsent_fils }, onCollect }: RowProps) {
  const time_zone = useTimeZone();
  const { order_number, customer_name, delivery_address, delivered_at, owed_fils } = order;
  const left_fils = Math.max(0, owed_fils - paid_fils);
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3">
      <div className="flex min-w-0 flex-1 basis-48 flex-col">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-medium">#{order_number}</span>
          <Money amount_fils={left_fils} lead />
        </p>
        <p dir="auto" className="wrap-anywhere">
          {customer_name}
        </p>
        <p dir="auto" className="wrap-anywhere text-muted text-sm">
          {delivery_address}
        </p>
        <p className="text-muted text-sm">{t`Delivered ${shortTime(delivered_at, time_zone)}`}</p>
        {unsent_fils > 0 && (
          <p className="text-sm text-warn">{t`${formatMoney(unsent_fils)} collected, waiting to be sent`}</p>
        )}
      </div>
      <Button
        variant="secondary"
        disabled={left_fils <= 0}
        onClick={onCollect}
        aria-label={t`Collect from order #${order_number}`}
        className="min-h-12 max-sm:w-full"
      >
        {t`Collect`}
      </Button>
    </Card>
  );
}
