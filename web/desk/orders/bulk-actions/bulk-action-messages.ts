import { plural, t } from '@lingui/core/macro';
import type { ToastText } from '../../../ui/toast.ts';
import type { BulkActionName } from './applicable-orders.ts';
import type { BulkOutcome } from './bulk-action.ts';

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

/** Returns the toast for an unknown outcome whose place is not visible. */
export function unknownOutcomeToast({ action }: BulkOutcome, again: () => void): ToastText {
  const { title, description } = unknownOutcomeText();
  return {
    kind: 'warning',
    title,
    description: `${outcomeTitle(action)}: ${description}`,
    action: { label: t`Try again`, onPress: again },
  };
}

function outcomeTitle(action: BulkOutcome['action']): string {
  return action === 'undo' ? t`Undo` : bulkActionTitle(action);
}
