import type { DeskOrder } from '../../../../contract/schemas/desk-orders.ts';
import { Money } from '../../../components/Money.tsx';
import { Truncated } from '../../table/Truncated.tsx';
import { CustomerOf, OrderNumber, OrderStatusCell, Promised, placeOf } from './order-columns.tsx';

/** An order in a narrow list: customer and amount, and below number, driver or place, and status. */
export function NarrowOrder({ order, now, time_zone }: { order: DeskOrder; now: number; time_zone: string }) {
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
          <Truncated text={order.driver_name ?? placeOf(order) ?? '—'} />
        </span>
        <span className="shrink-0">
          {order.is_late ? (
            <Promised order={order} now={now} time_zone={time_zone} />
          ) : (
            <OrderStatusCell order={order} />
          )}
        </span>
      </span>
    </span>
  );
}
