import { PLAIN_READING } from '../../server/orders/incoming/shop-reading.ts';
import { readExport } from '../../server/shopify/export/read-export.ts';
import type { HistoryOrder } from './history-plan.ts';

/** The history's orders as the shop's store tells them: rows of its export, and webhooks. */

type Cells = Record<string, string>;

const GATEWAYS = { cash: 'Cash on Delivery (COD)', card: 'Card on delivery', online: 'Shopify Payments' };

/** What the store's export names in its first line, of that which is filled in here. */
const COLUMNS = [
  ...['Name', 'Financial Status', 'Fulfillment Status', 'Currency', 'Subtotal', 'Shipping', 'Taxes', 'Total'],
  ...[
    'Discount Amount',
    'Created at',
    'Lineitem quantity',
    'Lineitem name',
    'Lineitem price',
    'Lineitem sku',
  ],
  ...['Shipping Name', 'Shipping Address1', 'Shipping City', 'Shipping Phone', 'Notes', 'Cancelled at'],
  ...['Payment Method', 'Outstanding Balance', 'Id', 'Lineitem discount'],
];

export function exportOf(orders: readonly HistoryOrder[]): ReturnType<typeof readExport> {
  const rows = [
    COLUMNS,
    ...orders.flatMap((order) => rowsOf(order).map((cells) => COLUMNS.map((column) => cells[column] ?? ''))),
  ];
  const text = rows
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\n');
  return readExport(lines(`${text}\n`), PLAIN_READING);
}

async function* lines(text: string): AsyncGenerator<string> {
  yield text;
}

function rowsOf({ order_number, purchase, ordered_at }: HistoryOrder): Cells[] {
  const { customer, payment_method, total_amount_fils } = purchase;
  const is_paid = payment_method === 'online';
  const common = { Name: `#${order_number}`, 'Created at': exportTime(ordered_at) };
  const order: Cells = {
    'Financial Status': is_paid ? 'paid' : 'pending',
    'Fulfillment Status': 'unfulfilled',
    Currency: 'AED',
    Subtotal: decimal(purchase.subtotal_fils),
    Shipping: decimal(purchase.shipping_fils),
    Taxes: '0.00',
    Total: decimal(total_amount_fils),
    'Discount Amount': '0.00',
    'Shipping Name': `${customer.first_name} ${customer.last_name}`,
    'Shipping Address1': purchase.address,
    'Shipping City': purchase.area,
    'Shipping Phone': customer.phone,
    Notes: purchase.notes ?? '',
    'Payment Method': GATEWAYS[payment_method],
    'Outstanding Balance': decimal(is_paid ? 0 : total_amount_fils),
    Id: storeId(order_number),
  };
  return purchase.lines.map(({ name, sku, qty, unit_price_fils }, at) => ({
    ...common,
    ...(at === 0 ? order : null),
    'Lineitem quantity': String(qty),
    'Lineitem name': name,
    'Lineitem price': decimal(unit_price_fils),
    'Lineitem sku': sku,
    'Lineitem discount': '0.00',
  }));
}

/** The text of an `orders/create`. */
export function payloadOf({ order_number, purchase, ordered_at }: HistoryOrder): string {
  const { customer, payment_method, total_amount_fils } = purchase;
  const is_paid = payment_method === 'online';
  return JSON.stringify({
    id: storeId(order_number),
    name: `#${order_number}`,
    created_at: ordered_at.toISOString(),
    updated_at: ordered_at.toISOString(),
    cancelled_at: null,
    note: purchase.notes,
    currency: 'AED',
    financial_status: is_paid ? 'paid' : 'pending',
    fulfillment_status: null,
    payment_gateway_names: [GATEWAYS[payment_method]],
    taxes_included: true,
    total_discounts: '0.00',
    total_tax: '0.00',
    total_price: decimal(total_amount_fils),
    total_outstanding: decimal(is_paid ? 0 : total_amount_fils),
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
        : [
            {
              title: 'Local delivery',
              price: decimal(purchase.shipping_fils),
              discounted_price: decimal(purchase.shipping_fils),
            },
          ],
    shipping_address: { ...customer, address1: purchase.address, city: purchase.area },
  });
}

const storeId = (order_number: string) => `88123${order_number.padStart(8, '0')}`;

/** `2026-11-18 04:00:00 +0000`. */
function exportTime(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} +0000`;
}

/** `145.00`. */
function decimal(fils: number): string {
  const digits = String(fils).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
