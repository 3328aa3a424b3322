import type { Tx } from '../platform/database/database.ts';

/** The shop's orders, each with the customer it was placed by. */
export function ordersWithCustomers(tx: Tx, shop_id: number) {
  return tx
    .selectFrom('orders as o')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.shop_id', '=', 'o.shop_id').onRef('c.id', '=', 'o.customer_id'),
    )
    .selectAll('o')
    .select(['c.first_name', 'c.last_name', 'c.phone'])
    .where('o.shop_id', '=', shop_id);
}

/** The lines of the shop's orders with their products, in their order. */
export function linesWithProducts(tx: Tx, shop_id: number) {
  return tx
    .selectFrom('order_line_items as l')
    .innerJoin('products as p', (join) =>
      join.onRef('p.shop_id', '=', 'l.shop_id').onRef('p.id', '=', 'l.product_id'),
    )
    .select(['p.name', 'p.sku', 'l.qty', 'l.picked_qty', 'l.unit_price_fils', 'l.line_total_fils'])
    .where('l.shop_id', '=', shop_id)
    .orderBy('l.order_id')
    .orderBy('l.position');
}
