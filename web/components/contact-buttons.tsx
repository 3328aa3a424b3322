import { t } from '@lingui/core/macro';
import { MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CallablePhone } from '../../contract/rules/orders/callable-phone.ts';
import type { Order } from '../../contract/schemas/orders.ts';
import { customerName, mapQuery, mapsAddress, phonesOf } from './customer-contact.tsx';

/** A full-width row with an icon, a description and an action at its end; it wraps if the text is large. */
const ROW =
  'flex min-h-12 w-full flex-wrap items-center gap-x-3 rounded-card border border-field px-3 py-1 leading-snug';
const ABOUT = 'min-w-0 flex-1 basis-20 wrap-anywhere';
const LINK = `${ROW} hover:bg-sunken`;
const ICON = { size: 20, className: 'shrink-0 text-accent' } as const;

/**
 * Shows the customer and calls the number. Several numbers get one button each; without a number there is
 * none.
 */
export function CallButton({ customer }: { customer: Order['customer'] }) {
  const { phone } = customer;
  const phones = phonesOf(customer);
  const who = (
    <span className={ABOUT}>
      <span className="block font-medium">
        <bdi>{customerName(customer)}</bdi>
      </span>
      {phone ? (
        <bdi dir="ltr" className="amount whitespace-normal text-muted text-sm">
          {phone}
        </bdi>
      ) : (
        <span className="text-muted text-sm">{t`No phone number available`}</span>
      )}
    </span>
  );
  const [first] = phones;
  if (!first) return <div className={ROW}>{who}</div>;
  if (phones.length > 1)
    return (
      <div className={ROW}>
        {who}
        <ul className="flex basis-full flex-wrap gap-2 pb-1">
          {phones.map((one) => (
            <li key={one.number} className="min-w-0 max-w-full flex-auto">
              <NumberLink phone={one} />
            </li>
          ))}
        </ul>
      </div>
    );
  return (
    <a href={`tel:${first.number}`} className={LINK}>
      <Phone {...ICON} />
      {who} <ActionLabel>{t`Call`}</ActionLabel>
    </a>
  );
}

/** Calls one of several numbers. */
function NumberLink({ phone: { number, remark } }: { phone: CallablePhone }) {
  return (
    <a href={`tel:${number}`} className={LINK}>
      <Phone {...ICON} />
      <span className={ABOUT}>
        <span className="sr-only">{t`Call`} </span>
        <bdi dir="ltr" className="amount font-semibold text-accent">
          {number}
        </bdi>
        {remark !== null && (
          <>
            {' '}
            <bdi className="text-muted text-sm">{remark}</bdi>
          </>
        )}
      </span>
    </a>
  );
}

/** Shows the address and opens it in maps in a new tab, at the exact coordinates if they are known. */
export function NavigateButton({ order }: { order: Order }) {
  const { latitude, longitude } = order;
  return (
    <a href={mapsAddress(mapQuery(order))} target="_blank" rel="noopener noreferrer" className={LINK}>
      <MapPin {...ICON} />
      <span className={ABOUT}>
        <span className="block">
          <bdi>{order.delivery_address}</bdi>
        </span>
        {latitude !== null && longitude !== null && (
          <span className="text-muted text-sm">
            {t`Location`}{' '}
            <bdi dir="ltr" className="amount">
              {latitude}, {longitude}
            </bdi>
          </span>
        )}
      </span>{' '}
      <ActionLabel>
        {t`Navigate`}
        <span className="sr-only"> {t`(opens in maps)`}</span>
      </ActionLabel>
    </a>
  );
}

function ActionLabel({ children }: { children: ReactNode }) {
  return <span className="ms-auto min-w-0 wrap-anywhere font-semibold text-accent">{children}</span>;
}
