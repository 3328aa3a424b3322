import { t } from '@lingui/core/macro';
import { AlarmClock, GripVertical } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'wouter';
import type { BoardStop } from '../../../contract/operations/desk/drivers/read-driver-board.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { paymentChoice } from '../../../contract/rules/orders/tender.ts';
import { isNotToHandOver } from '../../../contract/rules/orders/waiting-orders.ts';
import { placeOf } from '../../components/place-of.ts';
import { orderStatusText, paymentMethodText, paymentStatusText } from '../../messages/order-messages.ts';
import { classNames } from '../../ui/class-names.ts';
import { deskOrderPath } from '../shell/desk-places.ts';

type Props = {
  stop: BoardStop;
  /** True: one line, aligned with the other rows. False: two lines, for a narrow page. */
  in_columns: boolean;
  is_current: boolean;
  held: boolean;
  line: 'above' | 'below' | null;
  changed: boolean;
};

/** A stop: a link to its order, and a handle for dragging. */
export const BoardRow = memo(function BoardRow({ stop, in_columns, is_current, held, line, changed }: Props) {
  const { order_number } = stop;
  return (
    <li
      data-stop={stop.id}
      data-changed={changed || undefined}
      className={classNames(
        'desk-row relative items-stretch border-line border-b',
        in_columns ? 'col-span-full grid h-9 grid-cols-subgrid pointer-coarse:h-12' : 'flex min-h-14',
        held && 'bg-accent-soft opacity-60',
        line && 'before:absolute before:inset-x-0 before:z-10 before:h-0.5 before:bg-accent',
        line === 'above' && 'before:-top-px',
        line === 'below' && 'before:-bottom-px',
      )}
    >
      <button
        type="button"
        data-handle
        tabIndex={-1}
        aria-label={t`Move Order #${order_number}`}
        className="flex w-7 shrink-0 cursor-grab touch-none select-none items-center justify-center text-muted pointer-coarse:w-12"
      >
        <GripVertical size={16} />
      </button>
      <Link
        to={deskOrderPath(stop.id)}
        tabIndex={is_current ? 0 : -1}
        draggable={false}
        className={classNames(
          'min-w-0 items-center gap-x-2 pe-3 text-sm hover:bg-sunken focus-visible:-outline-offset-2',
          in_columns ? 'col-span-5 grid grid-cols-subgrid' : 'flex flex-1 flex-wrap content-center',
        )}
      >
        {in_columns ? <StopCells stop={stop} /> : <StopLines stop={stop} />}
      </Link>
    </li>
  );
});

/**
 * Truncates in the text's own direction: an Arabic name on an English page would lose its beginning
 * otherwise.
 */
const CUT = 'w-fit min-w-0 max-w-full truncate';

/** A stop in one line. */
export function StopCells({ stop }: { stop: BoardStop }) {
  return (
    <>
      <NumberOf stop={stop} />
      <Customer stop={stop} />
      <Area stop={stop} />
      <span className="text-end">
        <Amount stop={stop} />
      </span>
      <span className="text-end">
        <StopStatus stop={stop} />
      </span>
    </>
  );
}

/** A stop in two lines. */
function StopLines({ stop }: { stop: BoardStop }) {
  return (
    <>
      <span className="flex min-w-0 basis-full items-center gap-2">
        <NumberOf stop={stop} />
        <span className="min-w-0 flex-1">
          <Customer stop={stop} />
        </span>
        <Amount stop={stop} />
      </span>
      <span className="flex min-w-0 basis-full items-center justify-between gap-2">
        <Area stop={stop} />
        <span className="shrink-0">
          <StopStatus stop={stop} />
        </span>
      </span>
    </>
  );
}

function NumberOf({ stop: { order_number, is_late } }: { stop: BoardStop }) {
  return (
    <span className={classNames('amount inline-flex shrink-0 items-center gap-1', is_late && 'text-danger')}>
      {order_number}
      {is_late && (
        <>
          <AlarmClock size={14} className="shrink-0" aria-hidden="true" />
          <span className="sr-only">{t`Late`}</span>
        </>
      )}
    </span>
  );
}

function Customer({ stop: { customer_name } }: { stop: BoardStop }) {
  return (
    <bdi title={customer_name} className={classNames('block', CUT)}>
      {customer_name}
    </bdi>
  );
}

/** The recorded area, or else the place taken from the address. */
function Area({ stop: { area, delivery_address } }: { stop: BoardStop }) {
  return (
    <bdi title={delivery_address} className={classNames('block text-muted', CUT)}>
      {area ?? placeOf(delivery_address).place}
    </bdi>
  );
}

function StopStatus({ stop }: { stop: BoardStop }) {
  if (isNotToHandOver(stop)) return <span className="font-medium text-danger">{t`Do not hand over`}</span>;
  return <span className="text-muted">{orderStatusText(stop.status)}</span>;
}

/**
 * The amount to collect on delivery, with its method if that is not cash; none for an order that is not to be
 * handed over.
 */
function Amount({ stop }: { stop: BoardStop }) {
  const { due_amount_fils, payment_status } = stop;
  const choice = paymentChoice(stop);
  if (isNotToHandOver(stop)) return null;
  if (payment_status === 'paid') return <span className="text-muted">{paymentStatusText('paid')}</span>;
  const [, digits] = formatMoney(due_amount_fils).split(' ');
  return (
    <span className="inline-flex items-baseline gap-1">
      {choice !== 'cash' && <span className="text-muted text-xs">{paymentMethodText(choice)}</span>}
      <span dir="ltr" className="amount">
        {digits}
      </span>
    </span>
  );
}
