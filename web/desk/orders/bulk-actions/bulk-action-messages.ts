import { plural, t } from '@lingui/core/macro';
import type { SkippedBecause } from '../../../../contract/rules/orders/desk-orders.ts';
import { orderStatusText } from '../../../messages/order-messages.ts';
import type { ToastText } from '../../../ui/toast.ts';
import { orderChangeText } from '../../order-change-text.ts';
import type { BulkActionName } from './applicable-orders.ts';
import type { BulkOutcome, Skipped } from './bulk-action.ts';

/** `after_attempt`: the action is a decision about orders that could not be delivered. */
export function bulkActionTitle(action: BulkActionName, after_attempt = false): string {
  return {
    assign: t`Assign`,
    dispatch: after_attempt ? t`Again today` : t`Dispatch`,
    postpone: t`Another day`,
    return: after_attempt ? t`Back to the shop` : t`Return to packed`,
    unassign: t`Unassign`,
    cancel: t`Cancel`,
    reopen: t`Reopen`,
    review: t`Review`,
  }[action];
}

/** Returns why an action applies to none of the selected orders. */
export function notApplicableText(action: BulkActionName): string {
  return {
    assign: t`Only open orders that are not waiting can be assigned to a driver.`,
    dispatch: t`Only open orders that have a driver and are not waiting or out can be dispatched.`,
    postpone: t`Only packed orders and orders with a driver can be postponed.`,
    return: t`Only open orders can be returned to packed.`,
    unassign: t`Only open orders that have a driver and are not on the road can be unassigned.`,
    cancel: t`Only open orders can be cancelled.`,
    reopen: t`Only cancelled orders can be reopened, except those cancelled by the store, with a delivery, or with an erased customer.`,
    review: t`Only orders with an unreviewed conflict can be reviewed.`,
  }[action];
}

/** Describes what was done, next to the Undo button. `to`: the driver of an assignment, or the new day. */
export function doneText(action: BulkActionName, count: number, to = ''): string {
  return {
    assign: t`${plural(count, { one: `# order assigned to ${to}`, other: `# orders assigned to ${to}` })}`,
    dispatch: t`${plural(count, { one: '# order dispatched', other: '# orders dispatched' })}`,
    postpone: t`${plural(count, { one: `# order postponed to ${to}`, other: `# orders postponed to ${to}` })}`,
    return: t`${plural(count, { one: '# order returned to packed', other: '# orders returned to packed' })}`,
    unassign: t`${plural(count, { one: '# order unassigned', other: '# orders unassigned' })}`,
    cancel: t`${plural(count, { one: '# order cancelled', other: '# orders cancelled' })}`,
    reopen: t`${plural(count, { one: '# order reopened', other: '# orders reopened' })}`,
    review: t`${plural(count, { one: '# order reviewed', other: '# orders reviewed' })}`,
  }[action];
}

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

/** Describes how many orders an action, or its undo, skipped. */
export function skippedCountText({ action, skipped }: BulkOutcome): string {
  const title = outcomeTitle(action);
  return t`${plural(skipped.length, { one: `${title}: # order was not changed`, other: `${title}: # orders were not changed` })}`;
}

/** Returns the message for an action with an unknown outcome. */
export function unknownOutcomeText(): { title: string; description: string } {
  return {
    title: t`We don't know yet whether this was recorded`,
    description: t`The server did not respond. Try again: the change is made only once.`,
  };
}

/** The largest number of skipped orders named in a toast. */
const NAMED_MAX = 3;

/** Returns the toast that shows an outcome when the place of the action is not visible. */
export function bulkOutcomeToast(last_outcome: BulkOutcome, time_zone: string): ToastText {
  const { action, skipped, again } = last_outcome;
  if (again) {
    const { title, description } = unknownOutcomeText();
    return {
      kind: 'warning',
      title,
      description: `${outcomeTitle(action)}: ${description}`,
      action: { label: t`Try again`, onPress: again },
    };
  }
  const named = skipped
    .slice(0, NAMED_MAX)
    .map((one) => `${one.order_number ?? '—'}: ${skippedText(one, last_outcome.action, time_zone)}`);
  const more = skipped.length - named.length;
  const description = [...named, ...(more > 0 ? [t`and ${more} more`] : [])].join(' · ');
  return { kind: 'warning', title: skippedCountText(last_outcome), description };
}

function outcomeTitle(action: BulkOutcome['action']): string {
  return action === 'undo' ? t`Undo` : bulkActionTitle(action);
}
