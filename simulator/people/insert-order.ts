import type { PaymentMethod } from '../../contract/rules/orders/tender.ts';
import type { Tx } from '../../server/platform/database/database.ts';
import { addRow, changeRows } from '../../server/platform/database/rows.ts';
import { type Random, uuidFrom } from '../random.ts';

type NewOrder = {
  shop_id: number;
  driver_id: number;
  id: string;
  order_number: string;
  due_amount_fils: number;
  payment_method: PaymentMethod;
  created_at: Date;
  /** On the road, handed to the driver in the shop, or packed. */
  status: 'dispatching' | 'dispatched' | 'packed';
};

/** Inserts an order with one line that is assigned to its driver, as the store's systems would. */
export async function insertOrder(tx: Tx, order: NewOrder, random: Random): Promise<void> {
  const { shop_id, id, driver_id, due_amount_fils, status, created_at, ...rest } = order;
  const is_out = status === 'dispatching';
  const [customer_id, product_id] = [uuidFrom(random), uuidFrom(random)];
  const total = due_amount_fils > 0 ? due_amount_fils : 9_900;
  if (is_out) {
    await changeRows(tx, 'drivers', { shop_id, id: driver_id }, { status: 'delivering' });
  }
  const name = `Dates ${order.order_number}`;
  await Promise.all([
    addRow(tx, 'customers', { shop_id, id: customer_id, first_name: 'Layla', last_name: 'Haddad' }),
    addRow(tx, 'products', { shop_id, id: product_id, name }),
  ]);
  await addRow(tx, 'orders', {
    ...rest,
    shop_id,
    id,
    customer_id,
    driver_id,
    // In about a quarter of the cash orders the tender is selected on delivery.
    pays_either: order.payment_method === 'cash' && due_amount_fils > 0 && id.charCodeAt(0) % 4 === 0,
    created_at,
    status,
    payment_status: due_amount_fils > 0 ? 'pending' : 'paid',
    subtotal_fils: total,
    total_amount_fils: total,
    paid_amount_fils: total - due_amount_fils,
    due_amount_fils,
    delivery_address: 'Marina Gate 1',
    dispatching_started_at: is_out ? created_at : null,
  });
  const line = { position: 1, product_id, qty: 1, unit_price_fils: total, line_total_fils: total };
  await Promise.all([
    addRow(tx, 'order_assignments', { shop_id, id: uuidFrom(random), order_id: id, driver_id }),
    addRow(tx, 'order_line_items', { shop_id, id: uuidFrom(random), order_id: id, ...line }),
  ]);
}
