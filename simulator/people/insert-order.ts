import type { PaymentMethod } from '../../contract/rules/orders/tender.ts';
import type { Tx } from '../../server/platform/database/database.ts';
import { addRow, addRows, changeRows } from '../../server/platform/database/rows.ts';
import { type BookedOrder, totalOf } from '../book/shares.ts';
import { type Random, uuidFrom } from '../random.ts';

type NewOrder = {
  shop_id: number;
  driver_id: number;
  goods: BookedOrder;
  payment_method: PaymentMethod;
  created_at: Date;
  /** On the road, handed to the driver in the shop, or packed. */
  status: 'dispatching' | 'dispatched' | 'packed';
};

/** Inserts an order that is assigned to its driver, as the store's systems would. */
export async function insertOrder(tx: Tx, order: NewOrder, random: Random): Promise<void> {
  const { shop_id, goods, driver_id, status, created_at, ...rest } = order;
  const { id, order_number, discount_fils, shipping_fils, tax_fils, paid_fils } = goods;
  const is_out = status === 'dispatching';
  const customer_id = uuidFrom(random);
  const products = goods.lines.map((line, at) => ({
    ...line,
    product_id: uuidFrom(random),
    name: `Dates ${order_number}.${at + 1}`,
  }));
  const total_amount_fils = totalOf(goods);
  const due_amount_fils = total_amount_fils - paid_fils;
  if (is_out) {
    await changeRows(tx, 'drivers', { shop_id, id: driver_id }, { status: 'delivering' });
  }
  await addRow(tx, 'customers', { shop_id, id: customer_id, first_name: 'Layla', last_name: 'Haddad' });
  await addRows(
    tx,
    'products',
    products.map(({ product_id, name }) => ({ shop_id, id: product_id, name })),
  );
  await addRow(tx, 'orders', {
    ...rest,
    order_number,
    shop_id,
    id,
    customer_id,
    driver_id,
    // In about a quarter of the cash orders the tender is selected on delivery.
    pays_either: order.payment_method === 'cash' && due_amount_fils > 0 && id.charCodeAt(0) % 4 === 0,
    created_at,
    status,
    payment_status: due_amount_fils > 0 ? 'pending' : 'paid',
    subtotal_fils: total_amount_fils - shipping_fils - tax_fils + discount_fils,
    discount_fils,
    shipping_fils,
    tax_fils,
    total_amount_fils,
    paid_amount_fils: paid_fils,
    due_amount_fils,
    delivery_address: 'Marina Gate 1',
    taxes_included: false,
    dispatching_started_at: is_out ? created_at : null,
  });
  const lines = products.map(({ id: line_id, product_id, qty, unit_price_fils, tax_fils: own_tax }, at) => ({
    ...{ shop_id, id: line_id, order_id: id, position: at + 1, product_id, qty, unit_price_fils },
    line_total_fils: qty * unit_price_fils,
    tax_fils: own_tax,
  }));
  await Promise.all([
    addRow(tx, 'order_assignments', { shop_id, id: uuidFrom(random), order_id: id, driver_id }),
    addRows(tx, 'order_line_items', lines),
  ]);
}
