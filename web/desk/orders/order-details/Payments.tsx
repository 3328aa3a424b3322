import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import {
  REFERENCE_TENDER_LABELS,
  REFUSED_BECAUSE_LABELS,
} from '../../../../contract/labels/taking-labels.ts';
import type {
  DeskTaking,
  OrderPage,
  OrderPayments,
} from '../../../../contract/operations/desk/order/read-desk-order.schema.ts';
import { Money } from '../../../components/Money.tsx';
import { useTimeZone } from '../../../components/open-screen.ts';
import { shortTime } from '../../../components/short-time.ts';
import { label } from '../../../messages/label.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import { DocumentButton } from '../../proofs/DocumentButton.tsx';

/** True if the page has anything that {@link Payments} shows. */
export function hasPayments({ deliveries, payments }: OrderPage): boolean {
  return deliveries.some(({ taking }) => taking != null) || (payments?.balance ?? null) !== null;
}

/**
 * The open amounts of an order, the payments of its deliveries, and the payments and decisions after them.
 */
export function Payments({ page: { order, deliveries, payments } }: { page: OrderPage }) {
  return (
    <div className="flex flex-col gap-4 text-sm">
      {payments?.balance && <Balance of={payments.balance} />}
      {deliveries.map(
        ({ id, taking, ...delivery }) =>
          taking && (
            <Taking
              key={id}
              of={taking}
              before_fils={order.due_amount_fils}
              cash_fils={delivery.cash_fils}
              card_fils={delivery.collected_fils - delivery.cash_fils}
            />
          ),
      )}
      {payments && <Later of={payments} />}
    </div>
  );
}

function Balance({ of }: { of: NonNullable<OrderPayments['balance']> }) {
  const { owed_fils, unmatched_fils, refund_fils } = of;
  if (owed_fils + unmatched_fils + refund_fils === 0) {
    return (
      <p>
        <Badge>{t`Nothing open`}</Badge>
      </p>
    );
  }
  return (
    <Facts className="sm:grid-cols-2">
      <Amount name={t`Owed by the customer`} fils={owed_fils} />
      <Amount name={t`Reference to match`} fils={unmatched_fils} />
      <Amount name={t`To pay back to the customer`} fils={refund_fils} />
    </Facts>
  );
}

/** An amount with details; nothing if it is zero. */
function Amount({ name, fils, children }: { name: string; fils: number; children?: ReactNode }) {
  if (fils === 0) return null;
  return (
    <Fact name={name}>
      <Money amount_fils={fils} />
      {children}
    </Fact>
  );
}

type TakingProps = { of: DeskTaking; before_fils: number; cash_fils: number; card_fils: number };

function Taking({ of, before_fils, cash_fils, card_fils }: TakingProps) {
  const { received_fils } = of;
  return (
    <div className="flex flex-col gap-3">
      {of.refused.length > 0 && (
        <ul aria-label={t`Refused goods`} className="flex flex-col gap-1">
          {of.refused.map(({ name, qty, handed_over, because }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a delivery never change
            <li key={at} className="wrap-anywhere">
              <bdi>{name}</bdi>: {t`${handed_over} of ${qty} handed over`}
              <span className="text-muted"> · {label(REFUSED_BECAUSE_LABELS, because)}</span>
            </li>
          ))}
        </ul>
      )}
      <Facts className="sm:grid-cols-2">
        <Fact name={t`Due for the goods taken`}>
          <Money amount_fils={of.due_fils} />
          {of.due_fils !== before_fils && (
            <span className="text-muted">
              {' '}
              {t`instead of`} <Money amount_fils={before_fils} />
            </span>
          )}
        </Fact>
        <Amount name={t`Cash`} fils={cash_fils}>
          {received_fils !== null && received_fils > cash_fils && (
            <span className="text-muted">
              {' '}
              {t`received`} <Money amount_fils={received_fils} />, {t`change`}{' '}
              <Money amount_fils={received_fils - cash_fils} />
            </span>
          )}
        </Amount>
        <Amount name={t`Card machine`} fils={card_fils} />
        <Amount name={label(REFERENCE_TENDER_LABELS, 'payment_link')} fils={of.link_fils}>
          <Reference text={of.link_reference} />
        </Amount>
        <Amount name={label(REFERENCE_TENDER_LABELS, 'bank_transfer')} fils={of.transfer_fils}>
          <Reference text={of.transfer_reference} />
        </Amount>
        <Amount name={t`Rounding`} fils={of.rounding_fils} />
        <Amount name={t`Owed at delivery`} fils={Math.max(0, of.owed_fils)} />
        <Amount name={t`Taken above the amount due`} fils={Math.max(0, -of.owed_fils)} />
        <Amount name={t`Paid before for refused goods`} fils={of.refund_fils} />
        {of.short_reason !== null && (
          <Fact name={t`Reason`} className="sm:col-span-2">
            <bdi className="wrap-anywhere">{of.short_reason}</bdi>
          </Fact>
        )}
      </Facts>
    </div>
  );
}

/** A payment reference; nothing if it is erased. */
function Reference({ text }: { text: string | null }) {
  if (text === null) return null;
  return <bdi className="wrap-anywhere text-muted"> {text}</bdi>;
}

/** Later payments, decisions about references, waivers and refunds, each first to last. */
function Later({ of }: { of: OrderPayments }) {
  const time_zone = useTimeZone();
  const line = (by: string | null, at: string) =>
    by === null ? shortTime(at, time_zone) : `${by} · ${shortTime(at, time_zone)}`;
  return (
    <ul aria-label={t`After the delivery`} className="flex flex-col gap-3 empty:hidden">
      {of.paid_later.map((one) => (
        <Entry
          key={one.id}
          title={t`Paid later`}
          fils={one.cash_fils + one.card_fils + one.link_fils + one.transfer_fils}
          line={line(one.by_name, one.occurred_at)}
        >
          <span className="text-muted">{tendersOf(one)}</span>
          <Reference text={one.link_reference} />
          <Reference text={one.transfer_reference} />
          {one.receipt && <DocumentButton file={one.receipt} title={t`Receipt ${one.reference}`} />}
        </Entry>
      ))}
      {of.decisions.map((one) => (
        <Entry
          key={one.id}
          title={one.outcome === 'received' ? t`Received` : t`Not received`}
          fils={one.amount_fils}
          line={line(one.by_name, one.recorded_at)}
        >
          <span className="text-muted">{label(REFERENCE_TENDER_LABELS, one.tender)}</span>
          <Reference text={one.reference} />
        </Entry>
      ))}
      {of.waivers.map((one) => (
        <Entry
          key={one.id}
          title={t`Waived`}
          fils={one.amount_fils}
          line={line(one.by_name, one.recorded_at)}
        >
          {one.reason !== null && <bdi className="wrap-anywhere">{one.reason}</bdi>}
        </Entry>
      ))}
      {of.paid_back.map((one) => (
        <Entry
          key={one.id}
          title={t`Paid back`}
          fils={one.amount_fils}
          line={line(one.by_name, one.recorded_at)}
        >
          {one.note !== null && <bdi className="wrap-anywhere">{one.note}</bdi>}
          {one.slip && <DocumentButton file={one.slip} title={t`Slip ${one.reference}`} />}
        </Entry>
      ))}
    </ul>
  );
}

type EntryProps = { title: string; fils: number; line: string; children?: ReactNode };

function Entry({ title, fils, line, children }: EntryProps) {
  return (
    <li className="flex flex-col items-start gap-1 border-line border-s-2 ps-3">
      <span className="font-medium">
        {title} <Money amount_fils={fils} />
      </span>
      {children}
      <bdi className="text-muted">{line}</bdi>
    </li>
  );
}

function tendersOf({ cash_fils, card_fils, link_fils, transfer_fils }: OrderPayments['paid_later'][number]) {
  const names: [number, string][] = [
    [cash_fils, t`Cash`],
    [card_fils, t`Card machine`],
    [link_fils, label(REFERENCE_TENDER_LABELS, 'payment_link')],
    [transfer_fils, label(REFERENCE_TENDER_LABELS, 'bank_transfer')],
  ];
  return names
    .filter(([fils]) => fils > 0)
    .map(([, name]) => name)
    .join(', ');
}
