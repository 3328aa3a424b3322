import type { Profile } from '../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import type { OrderWithItems } from '../../contract/schemas/orders.ts';

/** A pending cash order with one line, out for delivery. */
export function deliveryOrder(changes: Partial<OrderWithItems> = {}): OrderWithItems {
  const amount = 14_500;
  return {
    id: newId(),
    order_number: '1001',
    driver_id: 7,
    status: 'delivering',
    payment_method: 'cash',
    payment_status: 'pending',
    subtotal_fils: amount,
    discount_fils: 0,
    shipping_fils: 0,
    tax_fils: 0,
    total_amount_fils: amount,
    paid_amount_fils: 0,
    due_amount_fils: amount,
    delivery_address: 'Villa 12, Al Wasl Road, Dubai',
    latitude: null,
    longitude: null,
    notes: null,
    created_at: '2026-11-20T06:00:00Z',
    updated_at: '2026-11-20T08:00:00Z',
    dispatching_started_at: '2026-11-20T08:00:00Z',
    actual_delivery_time: null,
    delivery_duration_seconds: null,
    customer: { first_name: 'Layla', last_name: 'Haddad', phone: '+971501234567' },
    refund: null,
    taken_fils: 0,
    items: [
      {
        id: newId(),
        qty: 2,
        picked_qty: 1,
        unit_price_fils: amount,
        line_total_fils: amount,
        product: { name: 'Oud perfume', barcode: null, sku: 'OUD-50' },
      },
    ],
    ...changes,
  };
}

export function driverProfile(changes: Partial<Profile> = {}): Profile {
  return {
    id: newId(),
    full_name: 'Omar Aziz',
    role: 'Driver',
    shop_id: 1,
    shop: { id: 1, name: 'Al Noor', time_zone: 'Asia/Dubai' },
    must_change_password: false,
    driver: { id: 7, status: 'delivering' },
    ...changes,
  };
}
