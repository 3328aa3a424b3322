import { t } from '@lingui/core/macro';
import type { SkippedBecause } from '../../../../contract/rules/orders/desk-orders.ts';
import { orderStatusText } from '../../../messages/order-messages.ts';
import { orderChangeText } from '../../order-change-text.ts';
import type { BulkOutcome, Skipped } from './bulk-action.ts';

/** Describes why an order was skipped; if it was changed meanwhile, the change and the user who made it. */
export function skippedText(
  { because, now, news }: Skipped,
  action: BulkOutcome['action'],
  time_zone: string,
): string {
  if (because === 'order_changed') return orderChangeText(news, time_zone);
  // An order to reopen is always cancelled, so its status explains nothing.
  if (because === 'order_closed' && action === 'reopen')
    return t`Its customer's data is erased, so it cannot be delivered`;
  const status = now ? orderStatusText(now.status) : '';
  const words: Record<Exclude<SkippedBecause, 'order_changed'>, string> = {
    not_found: t`This order no longer exists`,
    order_closed: status ? t`It is already ${status}` : t`It is no longer open`,
    order_on_the_road: t`It is on the road`,
    order_step: t`It is ${status}, which does not allow this step`,
    order_without_driver: t`It has no driver yet`,
    order_waits: t`It waits until you decide how it is paid`,
    order_not_cancelled: t`It is not cancelled`,
    cancelled_in_store: t`The store cancelled it`,
    delivery_recorded: t`It has a recorded delivery`,
    cannot_deliver: t`The driver can no longer deliver`,
    too_late: t`It is too late to undo this`,
  };
  return words[because];
}

/** The largest number of skipped orders named in a toast. */
const NAMED_MAX = 3;

/** Names the skipped orders of an outcome in one line, each with its reason. */
export function skippedOrdersText({ action, skipped }: BulkOutcome, time_zone: string): string {
  const named = skipped
    .slice(0, NAMED_MAX)
    .map((one) => `${one.order_number ?? '—'}: ${skippedText(one, action, time_zone)}`);
  const more = skipped.length - named.length;
  return [...named, ...(more > 0 ? [t`and ${more} more`] : [])].join(' · ');
}
