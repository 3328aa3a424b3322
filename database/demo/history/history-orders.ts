import { splitName } from '../../../server/orders/contents/customer-name.ts';
import type { NewOrder } from '../../../server/orders/contents/new-order.ts';
import { PLAIN_READING } from '../../../server/orders/incoming/shop-reading.ts';
import { readOrder } from '../../../server/shopify/store-orders/read-order.ts';
import { parsePayload, readHead } from '../../../server/shopify/store-orders/read-payload.ts';
import type { HistoryOrder } from './history-plan.ts';

const GATEWAYS = { cash: 'Cash on Delivery (COD)', card: 'Card on delivery', online: 'Shopify Payments' };

/** Returns the order as an import reads it. */
export function orderOf(order: HistoryOrder): NewOrder {
  const payload = parsePayload(payloadOf(order));
  const read = readOrder(readHead(payload), payload, { known: 'new', ...PLAIN_READING });
  if (!('order' in read)) throw new Error(`Order ${order.order_number} of the demo's history is invalid`);
  // An export contains full names, and no information on whether prices include tax.
  const { first_name, last_name, phone } = read.order.customer;
  const customer = { ...splitName(`${first_name} ${last_name}`), phone };
  return { ...read.order, customer, taxes_included: null };
}

/** Returns the payload of an `orders/create` webhook. */
export function payloadOf({ order_number, purchase, ordered_at }: HistoryOrder): string {
  const shipping = decimal(purchase.shipping_fils);
  return JSON.stringify({
    id: storeId(order_number),
    name: `#${order_number}`,
    created_at: ordered_at.toISOString(),
    updated_at: ordered_at.toISOString(),
    cancelled_at: null,
    note: purchase.notes,
    currency: 'AED',
    financial_status: purchase.payment_status,
    fulfillment_status: null,
    payment_gateway_names: [GATEWAYS[purchase.payment_method]],
    taxes_included: true,
    total_discounts: '0.00',
    total_tax: '0.00',
    total_price: decimal(purchase.total_amount_fils),
    total_outstanding: decimal(purchase.due_amount_fils),
    line_items: purchase.lines.map(({ name, sku, qty, unit_price_fils }) => ({
      name,
      sku,
      quantity: String(qty),
      current_quantity: String(qty),
      price: decimal(unit_price_fils),
    })),
    shipping_lines:
      purchase.shipping_fils === 0
        ? []
        : [{ title: 'Local delivery', price: shipping, discounted_price: shipping }],
    shipping_address: { ...purchase.customer, address1: purchase.address, city: purchase.area },
  });
}

const storeId = (order_number: string) => `88123${order_number.padStart(8, '0')}`;

/** Formats fils as `145.00`. */
function decimal(fils: number): string {
  const digits = String(fils).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
