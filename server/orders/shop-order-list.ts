import type { OrderStatus } from '../../contract/rules/order-life.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';
import type { OrderKey } from './lock-shop-order.ts';
import { orderNumberOf } from './order-number.ts';

/** The order of the shop with this number, '#' or not. Throws `not_found`. */
export async function findShopOrder(tx: Tx, shop_id: number, number: string): Promise<OrderKey> {
  const order_number = orderNumberOf(number);
  const order = await tx
    .selectFrom('orders')
    .select('id')
    .where((row) => row.and({ shop_id, order_number }))
    .executeTakeFirst();
  if (!order) throw Problem.about('not_found', { what: 'order', shop_id, order_number });
  return { shop_id, order_id: order.id };
}

type OrderFilter = { status?: OrderStatus | undefined; limit: number };

/** The shop's orders for its operator, oldest first, at most `limit`. Amounts in fils, moments in ISO 8601. */
export async function listShopOrders(tx: Tx, shop_id: number, { status, limit }: OrderFilter) {
  let orders = tx
    .selectFrom('orders as o')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.shop_id', '=', 'o.shop_id').onRef('c.id', '=', 'o.customer_id'),
    )
    .leftJoin('drivers as d', (join) =>
      join.onRef('d.shop_id', '=', 'o.shop_id').onRef('d.id', '=', 'o.driver_id'),
    )
    .select(['o.order_number', 'o.status', 'd.full_name as driver', 'c.first_name', 'c.last_name'])
    .select([
      'o.payment_method',
      'o.payment_status',
      'o.total_amount_fils',
      'o.due_amount_fils',
      'o.created_at',
    ])
    .where('o.shop_id', '=', shop_id);
  if (status !== undefined) orders = orders.where('o.status', '=', status);
  const rows = await orders.orderBy('o.created_at').orderBy('o.id').limit(limit).execute();
  return rows.map(({ first_name, last_name, created_at, ...row }) => ({
    ...row,
    customer: `${first_name} ${last_name}`.trim(),
    created_at: created_at.toISOString(),
  }));
}

export type ShopOrderRow = Awaited<ReturnType<typeof listShopOrders>>[number];
