import { t } from '@lingui/core/macro';
import type { Order } from '../../contract/schemas/orders.ts';

/** Where maps are asked for a place. */
export function mapsAddress(query: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`;
}

/** First and last name as the shop has them; a customer without either is said to be one. */
export function customerName(customer: Order['customer']): string {
  return `${customer.first_name} ${customer.last_name}`.trim() || t`No name given`;
}

/** What the maps are asked for: the exact place where it is known, else the address. */
export function mapQuery(order: Pick<Order, 'latitude' | 'longitude' | 'delivery_address'>): string {
  const { latitude, longitude, delivery_address } = order;
  return latitude !== null && longitude !== null ? `${latitude},${longitude}` : delivery_address;
}
