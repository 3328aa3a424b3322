import { t } from '@lingui/core/macro';
import { Clock, TriangleAlert } from 'lucide-react';
import type { OrderSort } from '../../../../contract/rules/orders/desk-orders.ts';
import { isOpen } from '../../../../contract/rules/orders/order-life.ts';
import { paymentChoice } from '../../../../contract/rules/orders/tender.ts';
import type { DeskOrder } from '../../../../contract/schemas/desk-orders.ts';
import { Money } from '../../../components/Money.tsx';
import { shortTime } from '../../../components/short-time.ts';
import { orderStatusText, paymentMethodText, paymentStatusText } from '../../../messages/order-messages.ts';
import type { Column } from '../../table/columns.ts';
import { Truncated } from '../../table/Truncated.tsx';
import { waitBadge } from '../wait-messages.ts';
import { durationText } from './order-times.ts';

/** The ids of the columns are the sort keys of the server, except those of columns that are not sorted. */
export type OrderColumn = Column<DeskOrder> & { id: OrderSort | 'reason' | 'attempts' | 'missing' };

type TimeContext = { now: number; time_zone: string };

/** This column is always shown. */
export const FIXED_COLUMN: OrderSort = 'number';
/** These columns are hidden unless they are chosen or the list is sorted by them. */
const OPTIONAL: readonly OrderColumn['id'][] = ['delivered'];
/** The age of an order matters only until it is delivered. */
const NOT_WITH_DELIVERED: OrderColumn['id'] = 'age';

/** Returns all columns in display order. `now` in ms since the epoch. */
export function orderColumns({ now, time_zone }: TimeContext): OrderColumn[] {
  return [
    {
      id: 'number',
      title: t`Number`,
      width: 'minmax(4.75rem,0.7fr)',
      cell: (order) => <OrderNumber order={order} />,
      sort: ({ order_number }) => order_number,
    },
    {
      id: 'customer',
      title: t`Customer`,
      width: 'minmax(8rem,1.8fr)',
      cell: (order) => <CustomerOf order={order} />,
      sort: ({ customer_name }) => customer_name,
    },
    {
      id: 'area',
      title: t`Area`,
      width: 'minmax(6rem,1.2fr)',
      needs_px: 792,
      cell: (order) => <Truncated text={placeOf(order) ?? '—'} />,
      sort: ({ area }) => area,
    },
    {
      id: 'amount',
      title: t`Amount`,
      width: '7.5rem',
      number: true,
      cell: ({ due_amount_fils }) => <Money amount_fils={due_amount_fils} />,
      sort: ({ due_amount_fils }) => due_amount_fils,
    },
    {
      id: 'payment',
      title: t`Payment`,
      width: '5.75rem',
      needs_px: 932,
      cell: (order) => <Payment order={order} />,
      sort: ({ payment_status }) => payment_status,
    },
    {
      id: 'driver',
      title: t`Driver`,
      width: 'minmax(7.5rem,1.4fr)',
      needs_px: 595,
      cell: ({ driver_name }) =>
        driver_name === null ? <span className="text-muted">—</span> : <Truncated text={driver_name} />,
      sort: ({ driver_name }) => driver_name,
    },
    {
      id: 'status',
      title: t`Status`,
      width: 'minmax(7.25rem,0.8fr)',
      cell: (order) => <OrderStatusCell order={order} />,
      sort: ({ status }) => status,
    },
    {
      id: 'promised',
      title: t`Promised`,
      // Wide enough for a time on another day.
      width: '10rem',
      number: true,
      needs_px: 712,
      cell: (order) => <Promised order={order} now={now} time_zone={time_zone} />,
      sort: ({ promised_at }) => promised_at,
    },
    {
      id: 'age',
      title: t`Age`,
      width: '4.5rem',
      number: true,
      needs_px: 872,
      cell: ({ created_at }) => durationText(now - Date.parse(created_at)),
      sort: ({ created_at }) => created_at,
    },
    {
      id: 'delivered',
      title: t`Delivered`,
      width: '10rem',
      number: true,
      cell: ({ actual_delivery_time }) =>
        actual_delivery_time === null ? '—' : shortTime(actual_delivery_time, time_zone),
      sort: ({ actual_delivery_time }) => actual_delivery_time,
    },
  ];
}

/** Returns the columns to show. `kept`: the chosen ids, separated by spaces; null for the default columns. */
export function shownColumns(
  columns: readonly OrderColumn[],
  kept: string | null,
  sort: OrderSort,
  isDefault = (id: OrderColumn['id']) => isDefaultOf(id, sort),
): OrderColumn[] {
  const chosen = kept?.split(' ') ?? null;
  return columns.filter(
    ({ id }) =>
      id === FIXED_COLUMN ||
      (chosen ? chosen.includes(id) : isDefault(id)) ||
      // The column by which the list is sorted must be visible.
      (id === sort && OPTIONAL.includes(id)),
  );
}

function isDefaultOf(id: OrderColumn['id'], sort: OrderSort): boolean {
  return !OPTIONAL.includes(id) && !(id === NOT_WITH_DELIVERED && sort === 'delivered');
}

export function OrderNumber({ order }: { order: DeskOrder }) {
  return (
    <span className="flex items-center gap-1 font-medium">
      <bdi className="truncate">{order.order_number}</bdi>
      {order.conflict_id !== null && (
        <span title={t`Delivery conflict`} className="shrink-0 text-danger">
          <TriangleAlert size={14} />
          <span className="sr-only">{t`Delivery conflict`}</span>
        </span>
      )}
    </span>
  );
}

function Payment({ order }: { order: DeskOrder }) {
  // Something is owed on it, or a payment by reference is pending.
  if (order.status === 'completed' && order.payment_status !== 'paid')
    return <span className="text-warn">{t`Payment open`}</span>;
  return order.payment_status === 'paid' ? (
    <span className="text-done">{paymentStatusText('paid')}</span>
  ) : (
    paymentMethodText(paymentChoice(order))
  );
}

/** The customer's name, unless it is erased. */
export function CustomerOf({ order: { customer_name, erased_at } }: { order: DeskOrder }) {
  return erased_at ? (
    <span className="font-normal text-muted">{t`Erased`}</span>
  ) : (
    <Truncated text={customer_name} />
  );
}

/** Returns the area or the address; null if it is erased. */
export function placeOf({ area, delivery_address, erased_at }: DeskOrder): string | null {
  return erased_at ? null : (area ?? delivery_address);
}

/** The status of an order; only problems are coloured. */
export function OrderStatusCell({ order }: { order: DeskOrder }) {
  const { status, refund, cancelled_in_store } = order;
  const words = orderStatusText(status);
  if (cancelled_in_store && isOpen(status))
    return <span className="text-danger">{t`Cancelled in store`}</span>;
  const waits = waitBadge(order);
  if (waits !== null) {
    return (
      <span className="font-medium text-danger">
        <Truncated text={waits} />
      </span>
    );
  }
  if (order.attempt) return <span className="font-medium text-danger">{t`Couldn't deliver`}</span>;
  if (refund !== null && isOpen(status)) return <span className="text-danger">{t`${words}, refunded`}</span>;
  return <span className={status === 'cancelled' ? 'text-muted line-through' : undefined}>{words}</span>;
}

export function Promised({ order, now, time_zone }: { order: DeskOrder } & TimeContext) {
  const { promised_at, is_late } = order;
  if (promised_at === null) return <span className="text-muted">—</span>;
  if (!is_late) return shortTime(promised_at, time_zone);
  const late = durationText(now - Date.parse(promised_at));
  return (
    <span
      className="inline-flex items-center gap-1 font-medium text-danger"
      title={shortTime(promised_at, time_zone)}
    >
      <Clock size={14} className="shrink-0" />
      {t`late ${late}`}
    </span>
  );
}
