import type { ConfirmDelivery } from '../../contract/operations/dashboard/deliveries/confirm-delivery.schema.ts';
import { deliveryFolder, deliveryNoteName } from '../../contract/rules/storage-paths.ts';
import type { TestOrder } from './test-shop.ts';

type DeliveredOrder = Pick<TestOrder, 'id' | 'order_number' | 'due_amount_fils'>;

export type Delivered = {
  shop: { shop_id: number; time_zone: string };
  driver: { driver_id: number | null };
  order: DeliveredOrder;
  sha256: { photo: string; note: string };
  /** The creation time that the file names contain. */
  at?: Date;
};

/** The confirmation of an order, paid in cash, as the current app version on its driver's device makes it. */
export function deliveryInput({ shop, driver, order, sha256, at = new Date() }: Delivered): ConfirmDelivery {
  const named = { order_id: order.id, order_number: order.order_number };
  const { shop_id, time_zone } = shop;
  const driver_id = driver.driver_id ?? 0;
  const folder = deliveryFolder({ ...named, shop_id, time_zone, driver_id, delivered_at: at });
  const is_paid = order.due_amount_fils > 0;
  return {
    order_id: order.id,
    customer_name: 'فاطمة الزهراء',
    receipt_confirmed: true,
    payment_received: is_paid,
    tender: is_paid ? 'cash' : null,
    due_amount_fils: order.due_amount_fils,
    delivery_image: { path: `${folder}delivery-image.jpg`, sha256: sha256.photo },
    delivery_note: { path: `${folder}${deliveryNoteName(named)}`, sha256: sha256.note },
    occurred_at: new Date().toISOString(),
    clock_offset_ms: 0,
  };
}
