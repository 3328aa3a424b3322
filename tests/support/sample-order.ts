import type { OrderWithItems } from '../../contract/schemas/orders.ts';

/** A cash order of AED 145.00 that is out for delivery. */
export const SAMPLE_ORDER: OrderWithItems = {
  id: '01975a00-0000-7000-8000-000000000001',
  order_number: '1001',
  driver_id: 3,
  status: 'dispatching',
  payment_method: 'cash',
  payment_status: 'pending',
  subtotal_fils: 14_000,
  discount_fils: 1_000,
  shipping_fils: 1_500,
  tax_fils: 0,
  total_amount_fils: 14_500,
  paid_amount_fils: 0,
  due_amount_fils: 14_500,
  delivery_address: 'Villa 12, Street 7b, Al Barsha 2, Dubai',
  latitude: 25.1012,
  longitude: 55.2011,
  notes: null,
  created_at: '2026-11-20T05:14:00.000Z',
  updated_at: '2026-11-20T08:00:00.000Z',
  dispatching_started_at: '2026-11-20T08:00:00.000Z',
  actual_delivery_time: null,
  delivery_duration_seconds: null,
  customer: { first_name: 'Sara', last_name: 'Haddad', phone: null },
  refund: null,
  taken_fils: 0,
  items: [
    {
      id: '01975a00-0000-7000-8000-000000000011',
      qty: 3,
      picked_qty: 2,
      unit_price_fils: 4_500,
      line_total_fils: 9_000,
      product: { name: 'Ground coffee', barcode: '6291041500213', sku: 'COF' },
    },
    {
      id: '01975a00-0000-7000-8000-000000000012',
      qty: 1,
      picked_qty: null,
      unit_price_fils: 5_000,
      line_total_fils: 5_000,
      product: { name: 'تمر مجدول', barcode: null, sku: 'DATE-1KG' },
    },
  ],
};

export const PAID_ORDER: OrderWithItems = {
  ...SAMPLE_ORDER,
  payment_method: 'online',
  payment_status: 'paid',
  paid_amount_fils: 14_500,
  due_amount_fils: 0,
};
