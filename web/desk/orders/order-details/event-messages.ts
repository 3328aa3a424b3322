import { t } from '@lingui/core/macro';
import type { OrderPageEvent } from '../../../../contract/operations/desk/order/read-desk-order.schema.ts';
import { formatMoney, isFils } from '../../../../contract/rules/amounts/money.ts';
import { DELIVERABLE_STATUSES, type OrderStatus } from '../../../../contract/rules/orders/order-life.ts';
import { PAYMENT_CHOICES } from '../../../../contract/rules/orders/tender.ts';
import { WAIT_REASONS } from '../../../../contract/rules/orders/waiting-orders.ts';
import { shortTime } from '../../../components/short-time.ts';
import { orderStatusText, paymentMethodText, tenderText } from '../../../messages/order-messages.ts';
import { waitText } from '../wait-messages.ts';
import { paymentEventTitle } from './payment-event-messages.ts';
import { stopEventTitle } from './stop-event-messages.ts';

export function eventTitle(event: OrderPageEvent): string {
  const driver = event.driver?.full_name ?? '';
  switch (event.kind) {
    case 'imported':
      return sourceText(event.source);
    case 'updated':
      return t`Corrected`;
    case 'assigned':
      return t`Assigned to ${driver}`;
    case 'unassigned':
      return t`Unassigned from ${driver}`;
    case 'status':
      if (event.undone && event.to) return t`Undone: ${orderStatusText(event.to)} again`;
      return event.from && event.to ? moveText(event.from, event.to) : t`Moved`;
    case 'delivered':
      return t`Delivered${collectedText(event)}`;
    case 'conflict':
      return conflictText(event);
    case 'reviewed':
      return t`Conflict reviewed`;
    default:
      return stopEventTitle(event) ?? paymentEventTitle(event) ?? event.kind.replaceAll('_', ' ');
  }
}

function sourceText(source: string | null): string {
  if (source === 'desk') return t`Added by hand`;
  if (source === 'shopify_webhook') return t`Received from the Shopify store`;
  if (source === 'shopify_export') return t`Imported from an export of Shopify`;
  return t`Imported from a list`;
}

function moveText(from: OrderStatus, to: OrderStatus): string {
  if (from === 'cancelled') return t`Reopened`;
  if (to === 'cancelled') return t`Cancelled`;
  if (to === 'packed' && isOnTheRoad(from)) return t`Returned to packed`;
  return t`${orderStatusText(from)} → ${orderStatusText(to)}`;
}

function isOnTheRoad(status: OrderStatus): boolean {
  return status === 'dispatched' || DELIVERABLE_STATUSES.some((one) => one === status);
}

function collectedText({ tender, collected_fils }: OrderPageEvent): string {
  if (!tender || !collected_fils) return '';
  const [amount, by] = [formatMoney(collected_fils), tenderText(tender)];
  return t`, ${amount} by ${by}`;
}

function conflictText(event: OrderPageEvent): string {
  const taken = collectedText(event);
  switch (event.conflict) {
    case 'cancelled_after_delivery':
      return t`Conflict: the store cancelled it after it was delivered`;
    case 'not_to_hand_over':
      return t`Conflict: delivered though it was not to be handed over`;
    case 'cancelled':
      return t`Conflict: delivered though it was cancelled${taken}`;
    case 'reassigned':
      return t`Conflict: delivered by a previous driver${taken}`;
    case 'already_delivered':
      return t`Conflict: delivered again${taken}`;
    case 'amount_changed':
      return t`Delivered with the previous amount${taken}`;
    default:
      return t`Conflict: delivered though it was not out for delivery${taken}`;
  }
}

/** Returns who caused an event: a person, the operator's account or a system. */
export function actorText({ kind, name }: OrderPageEvent['by']): string {
  if (kind === 'staff') return name ?? '';
  if (kind === 'operator') return t`operator ${name ?? ''}`;
  if (name === 'shopify') return t`Shopify`;
  return name === 'server' ? t`the server` : t`the shop's system`;
}

type Step = OrderPageEvent['steps'][number];

/** Describes a change: `Shipping: AED 0.00 → AED 10.00`. A change without stored values is only named. */
export function changeText(step: Step, time_zone: string): string {
  const name = stepName(step);
  if (step.from === null && step.to === null) return name;
  const [from, to] = [valueText(step, step.from, time_zone), valueText(step, step.to, time_zone)];
  return t`${name}: ${from} → ${to}`;
}

function stepName({ what, name }: Step): string {
  const names: Record<string, string> = {
    address: t`Address`,
    amounts: t`Amounts`,
    area: t`Area`,
    customer: t`Customer`,
    lines: t`Items`,
    notes: t`Notes`,
    payment: t`Payment`,
    payment_method: t`Payment method`,
    waits_because: t`Waiting`,
    promised: t`Promised by`,
    promised_at: t`Promised by`,
    refund: t`Refund`,
    requests: t`Requests`,
    subtotal_fils: t`Items`,
    discount_fils: t`Discount`,
    shipping_fils: t`Shipping`,
    tax_fils: t`Tax`,
    total_amount_fils: t`Total`,
    paid_amount_fils: t`Already paid`,
    due_amount_fils: t`Due on delivery`,
  };
  const product = name ?? '';
  if (what === 'line') return product;
  if (what === 'line_price') return t`${product}, price`;
  return names[what] ?? what.replaceAll('_', ' ');
}

function valueText({ what }: Step, value: string | number | null, time_zone: string): string {
  if (value === null) return '—';
  if (what === 'promised_at') return shortTime(String(value), time_zone);
  if ((what.endsWith('_fils') || what === 'line_price') && isFils(value)) return formatMoney(value);
  const choice = PAYMENT_CHOICES.find((one) => one === value);
  if (choice && what === 'payment_method') return paymentMethodText(choice);
  const reason = WAIT_REASONS.find((one) => one === value);
  return reason && what === 'waits_because' ? waitText(reason) : String(value);
}
