import type { OrderView } from '../../../../contract/rules/orders/desk-orders.ts';
import type { DeskOrder } from '../../../../contract/schemas/desk-orders.ts';
import { Money } from '../../../components/Money.tsx';
import { Truncated } from '../../table/Truncated.tsx';
import { attemptReasonText, missingText } from '../attempt-messages.ts';
import { triedText } from './later-columns.tsx';
import { CustomerOf, OrderNumber, OrderStatusCell, Promised, placeOf } from './order-columns.tsx';

type Props = { order: DeskOrder; view: OrderView | null; now: number; time_zone: string };

/**
 * An order in a narrow list: customer and amount, and below number, driver or place, and status. The view of
 * attempts shows reason and age instead, the view of missing goods the goods.
 */
export function NarrowOrder({ order, view, now, time_zone }: Props) {
  return (
    <span className="flex flex-col leading-tight">
      <span className="flex items-baseline gap-2">
        <span className="min-w-0 flex-1 font-medium">
          <CustomerOf order={order} />
        </span>
        <Money amount_fils={order.due_amount_fils} />
      </span>
      <span className="flex items-baseline gap-2 text-muted">
        <OrderNumber order={order} />
        <span className="min-w-0 flex-1">
          <Truncated text={aboutOf(order, view)} />
        </span>
        <span className="shrink-0">
          {view === 'not_delivered' && order.attempt ? (
            triedText(order.attempt.occurred_at, now)
          ) : order.is_late ? (
            <Promised order={order} now={now} time_zone={time_zone} />
          ) : (
            <OrderStatusCell order={order} />
          )}
        </span>
      </span>
    </span>
  );
}

function aboutOf(order: DeskOrder, view: OrderView | null): string {
  if (view === 'not_delivered' && order.attempt) return attemptReasonText(order.attempt);
  if (view === 'missing_goods' && order.missing?.length) return missingText(order.missing);
  return order.driver_name ?? placeOf(order) ?? '—';
}
