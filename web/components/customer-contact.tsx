import { t } from '@lingui/core/macro';
import { MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Order } from '../../contract/schemas/orders.ts';
import { dialledNumber } from './dialled-number.ts';

/** A target of 44 px; the margin gives back to the page what the line itself does not need. */
const LINK = '-my-2 inline-flex min-h-11 items-start gap-2 py-2.5 text-accent underline underline-offset-4';

/** Calls the number; a text without one is only shown. */
export function PhoneLink({ phone }: { phone: string }) {
  const number = dialledNumber(phone);
  if (number === null) return <bdi className="wrap-anywhere">{phone}</bdi>;
  return (
    <a href={`tel:${number}`} className={LINK}>
      <Phone size={18} className="mt-0.5 shrink-0" />
      <span className="sr-only">{t`Call`} </span>
      <bdi dir="ltr" className="amount min-w-0 wrap-anywhere whitespace-normal">
        {phone}
      </bdi>
    </a>
  );
}

/** Opens the place in the phone's maps, in a tab of its own so that the form stays where it is. */
export function MapLink({ query, children }: { query: string; children: ReactNode }) {
  return (
    <a href={mapsAddress(query)} target="_blank" rel="noopener noreferrer" className={LINK}>
      <MapPin size={18} className="mt-0.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere" dir="auto">
        {children}
        <span className="sr-only"> {t`(opens in maps)`}</span>
      </span>
    </a>
  );
}

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
