import { plural } from '@lingui/core/macro';
import { Link } from 'wouter';
import type { OrderPage } from '../../../../contract/operations/desk/order/read-desk-order.schema.ts';
import { deskOrderPath } from '../../shell/desk-places.ts';

/** Links to the orders whose numbers differ from this one only in how they are written. */
export function SameNumber({ orders }: { orders: NonNullable<OrderPage['same_number']> }) {
  return (
    <p className="flex flex-wrap gap-x-2 text-warn">
      {plural(orders.length, {
        one: 'Another order has this number:',
        other: 'Other orders have this number:',
      })}
      {orders.map(({ order_id, order_number }) => (
        <Link
          key={order_id}
          to={deskOrderPath(order_id)}
          className="font-semibold underline underline-offset-4"
        >
          <bdi>{order_number}</bdi>
        </Link>
      ))}
    </p>
  );
}
