import type { Webhook } from './order-steps.ts';

/** Orders of the demo's store that cannot be imported, each for another reason. All names are invented. */

const MINUTE_MS = 60_000;

type StoreOrder = Record<string, unknown>;

/** Returns the store's webhooks, newest first, with times relative to the start of the day. */
export function notTakenPayloads(began: Date): Webhook[] {
  return STORE_ORDERS.map((order, at) => {
    const sent_at = new Date(began.getTime() - (18 + 47 * at) * MINUTE_MS);
    const when = { created_at: sent_at.toISOString(), updated_at: sent_at.toISOString() };
    const id = String(8_812_400_100 + at);
    return { name: id, payload: JSON.stringify({ ...GOOD, id, ...when, ...order }), received_at: sent_at };
  });
}

const LINE = {
  name: 'Medjool Dates 1 kg',
  sku: 'DAT-MED-1',
  quantity: '2',
  current_quantity: '2',
  price: '45.50',
};
const ADDRESS = {
  first_name: 'Salma',
  last_name: 'Aziz',
  phone: '+971505550911',
  address1: 'Street 8C, Villa 31',
  city: 'Dubai',
  province: 'Al Barsha 1',
};

const GOOD: StoreOrder = {
  currency: 'AED',
  financial_status: 'pending',
  fulfillment_status: null,
  payment_gateway_names: ['Cash on Delivery (COD)'],
  taxes_included: true,
  total_discounts: '0.00',
  total_tax: '4.33',
  total_price: '91.00',
  total_outstanding: '91.00',
  line_items: [LINE],
  shipping_lines: [],
  shipping_address: ADDRESS,
  cancelled_at: null,
};

const NOWHERE = { ...ADDRESS, first_name: 'ليلى', last_name: 'المرزوقي', address1: '' };

const STORE_ORDERS: readonly StoreOrder[] = [
  { name: '#10471', shipping_address: NOWHERE },
  { name: '#10468', currency: 'USD', total_price: '24.80', total_outstanding: '24.80' },
  { name: '#10465', financial_status: 'refunded', total_outstanding: '0.00' },
  { name: '#10463', total_price: '86.00', total_outstanding: '86.00' },
  {
    name: '#10459',
    line_items: [LINE, { ...LINE, name: '', sku: 'GIFT', price: 'free' }],
  },
  { name: '#10458', shipping_address: { city: 'Dubai' }, customer: { first_name: '', last_name: '' } },
];
