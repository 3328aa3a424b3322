import { t } from '@lingui/core/macro';
import type { CallablePhone } from '../../contract/rules/orders/callable-phone.ts';
import type { Order } from '../../contract/schemas/orders.ts';
import { dialledNumber } from './dialled-number.ts';

/** Returns the address of a Google Maps search. */
export function mapsAddress(query: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`;
}

/** Returns first and last name as the shop has them; empty if it has neither. */
export function givenName({ first_name, last_name }: Order['customer']): string {
  return `${first_name} ${last_name}`.trim();
}

/** Returns first and last name as the shop has them, or "No name given". */
export function customerName(customer: Order['customer']): string {
  return givenName(customer) || t`No name given`;
}

/**
 * Returns the customer's callable numbers. Responses of older servers have only the typed text, which is one
 * number.
 */
export function phonesOf({ phone, phones }: Order['customer']): CallablePhone[] {
  if (phones) return phones;
  const number = phone === null ? null : dialledNumber(phone);
  return number === null ? [] : [{ number, remark: null }];
}

/** Returns the maps query for an order: the coordinates if they are known, else the address. */
export function mapQuery(order: Pick<Order, 'latitude' | 'longitude' | 'delivery_address'>): string {
  const { latitude, longitude, delivery_address } = order;
  return latitude !== null && longitude !== null ? `${latitude},${longitude}` : delivery_address;
}
