/** Above 2^53: as a number, it would lose its last digit. */
export const BIG_ID = '9007199254740993';

/** An order in the format of Shopify's webhooks: AED 145.00, cash on delivery, to Dubai. */
export function shopifyOrder(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: BIG_ID,
    admin_graphql_api_id: `gid://shopify/Order/${BIG_ID}`,
    name: '#5001',
    email: 'layla@example.com',
    phone: null,
    note: 'Ring twice',
    created_at: '2026-11-20T09:00:00+04:00',
    updated_at: '2026-11-20T09:00:05+04:00',
    cancelled_at: null,
    currency: 'AED',
    financial_status: 'pending',
    fulfillment_status: null,
    payment_gateway_names: ['Cash on Delivery (COD)'],
    taxes_included: true,
    total_line_items_price: '140.00',
    total_discounts: '10.00',
    current_total_discounts: '10.00',
    subtotal_price: '130.00',
    total_tax: '6.90',
    current_total_tax: '6.90',
    total_price: '145.00',
    current_total_price: '145.00',
    total_outstanding: '145.00',
    total_shipping_price_set: { shop_money: { amount: '15.00', currency_code: 'AED' } },
    shipping_lines: [{ id: '4711', title: 'Standard', price: '15.00', discounted_price: '15.00' }],
    line_items: [
      {
        ...LINE,
        id: '9007199254740995',
        name: 'Dates Medjool - 1 kg',
        sku: 'DATES-1',
        quantity: 2,
        current_quantity: 2,
        price: '60.00',
      },
      {
        ...LINE,
        id: '9007199254740997',
        name: 'خبز عربي',
        sku: null,
        quantity: 1,
        current_quantity: 1,
        price: '20.00',
      },
    ],
    customer: { id: '77', first_name: 'Layla', last_name: 'Haddad', phone: null },
    shipping_address: ADDRESS,
    billing_address: { ...ADDRESS, address1: 'Office 4, Business Bay' },
    ...changes,
  };
}

const LINE = { requires_shipping: true, taxable: true, total_discount: '0.00', tax_lines: [] };
const ADDRESS = {
  first_name: 'Layla',
  last_name: 'Haddad',
  name: 'Layla Haddad',
  phone: '+971 50 123 4567',
  address1: 'Villa 12, Al Wasl Road',
  address2: null,
  city: 'Dubai',
  zip: null,
  province: 'Dubai',
  latitude: 25.2048,
  longitude: 55.2708,
};

/** Serialises an order as Shopify sends it: ids as numbers with all their digits. */
export function payloadText(order: Record<string, unknown>): string {
  return JSON.stringify(order).replace(/"id":"(\d+)"/g, '"id":$1');
}
