import { t } from '@lingui/core/macro';
import type { CallablePhone } from '../../contract/rules/orders/callable-phone.ts';
import type { Order } from '../../contract/schemas/orders.ts';
import { dialledNumber } from './dialled-number.ts';

/** Where maps are asked for a place. */
export function mapsAddress(query: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`;
}

/** First and last name as the shop has them; a customer without either is said to be one. */
export function customerName(customer: Order['customer']): string {
  return `${customer.first_name} ${customer.last_name}`.trim() || t`No name given`;
}

/** The numbers of a customer that can be called. Data from older servers has the typed text only, which is one number. */
export function phonesOf({ phone, phones }: Order['customer']): CallablePhone[] {
  if (phones) return phones;
  const number = phone === null ? null : dialledNumber(phone);
  return number === null ? [] : [{ number, remark: null }];
}

/** What the maps are asked for: the exact place where it is known, else the address. */
export function mapQuery(order: Pick<Order, 'latitude' | 'longitude' | 'delivery_address'>): string {
  const { latitude, longitude, delivery_address } = order;
  return latitude !== null && longitude !== null ? `${latitude},${longitude}` : delivery_address;
}
