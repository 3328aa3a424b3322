import { plural, t } from '@lingui/core/macro';
import type { SkippedBecause } from '../../../../contract/rules/orders/desk-orders.ts';
import type { ToastWords } from '../../../ui/toast.ts';
import { orderStatusWords } from '../../../words/order-words.ts';
import { newsWords } from '../../news-words.ts';
import type { Skipped, Standing } from './deed.ts';
import type { OrderDeed } from './what-may-be-done.ts';

export function deedTitle(deed: OrderDeed): string {
  return {
    assign: t`Assign`,
    dispatch: t`Dispatch`,
    return: t`Return to packed`,
    unassign: t`Take from the driver`,
    cancel: t`Cancel`,
    reopen: t`Reopen`,
    review: t`Review`,
  }[deed];
}

/** Why none of the selected orders is one with which this may be done. */
export function cannotWords(deed: OrderDeed): string {
  return {
    assign: t`Only open orders that do not wait are given to a driver.`,
    dispatch: t`Only open orders with a driver, not waiting or out, are dispatched.`,
    return: t`Only open orders are returned to packed.`,
    unassign: t`Only open orders that a driver has, and that are not on the road, are taken from him.`,
    cancel: t`Only open orders are cancelled.`,
    reopen: t`Only cancelled orders are reopened, and not those that the store cancelled, a delivery met, or whose customer is erased.`,
    review: t`Only orders with a conflict that nobody has reviewed are reviewed.`,
  }[deed];
}

/** What was done, beside the button that takes it back. `driver` where they were given to somebody. */
export function doneWords(deed: OrderDeed, count: number, driver = ''): string {
  return {
    assign: t`${plural(count, { one: `# order given to ${driver}`, other: `# orders given to ${driver}` })}`,
    dispatch: t`${plural(count, { one: '# order dispatched', other: '# orders dispatched' })}`,
    return: t`${plural(count, { one: '# order returned to packed', other: '# orders returned to packed' })}`,
    unassign: t`${plural(count, { one: '# order taken from its driver', other: '# orders taken from their drivers' })}`,
    cancel: t`${plural(count, { one: '# order cancelled', other: '# orders cancelled' })}`,
    reopen: t`${plural(count, { one: '# order reopened', other: '# orders reopened' })}`,
    review: t`${plural(count, { one: '# order reviewed', other: '# orders reviewed' })}`,
  }[deed];
}

/** Why an order was left as it is: what has become of it meanwhile, and by whom, where that is why. */
export function skippedWords(
  { because, now, news }: Skipped,
  deed: Standing['deed'],
  time_zone: string,
): string {
  if (because === 'order_changed') return newsWords(news, time_zone);
  // All others of these are cancelled, which is no reason.
  if (because === 'order_closed' && deed === 'reopen')
    return t`Its customer's data are erased, so nobody could deliver it`;
  const standing = now ? orderStatusWords(now.status) : '';
  const words: Record<Exclude<SkippedBecause, 'order_changed'>, string> = {
    not_found: t`There is no such order any more`,
    order_closed: standing ? t`It is already ${standing}` : t`It is not open any more`,
    order_on_the_road: t`It is on the road`,
    order_step: t`It is ${standing}, and cannot become this from there`,
    order_without_driver: t`It has no driver yet`,
    order_waits: t`It waits until you decide how it is paid`,
    order_not_cancelled: t`It is not cancelled`,
    cancelled_in_store: t`The store cancelled it`,
    delivery_recorded: t`A delivery of it is recorded`,
    cannot_deliver: t`That driver may not deliver any more`,
    too_late: t`It is too late to undo this`,
  };
  return words[because];
}

/** How many orders one deed, or its Undo, left as they are. */
export function leftWords({ deed, skipped }: Standing): string {
  const title = standingTitle(deed);
  return t`${plural(skipped.length, { one: `${title}: # order was left as it is`, other: `${title}: # orders were left as they are` })}`;
}

/** What is said of a deed of which nobody knows. */
export function unknownWords(): { title: string; description: string } {
  return {
    title: t`We don't know yet whether this was recorded`,
    description: t`No answer came. The same is sent once more when you try again, and counts once.`,
  };
}

/** So many of what was left are named in a toast. */
const NAMED_MAX = 3;

/** What came of it, where the place in which it was done is not open any more. */
export function standingToast(standing: Standing, time_zone: string): ToastWords {
  const { deed, skipped, again } = standing;
  if (again) {
    const { title, description } = unknownWords();
    return {
      kind: 'warning',
      title,
      description: `${standingTitle(deed)}: ${description}`,
      action: { label: t`Try again`, onPress: again },
    };
  }
  const named = skipped
    .slice(0, NAMED_MAX)
    .map((one) => `${one.order_number ?? '—'}: ${skippedWords(one, standing.deed, time_zone)}`);
  const more = skipped.length - named.length;
  const description = [...named, ...(more > 0 ? [t`and ${more} more`] : [])].join(' · ');
  return { kind: 'warning', title: leftWords(standing), description };
}

function standingTitle(deed: Standing['deed']): string {
  return deed === 'undo' ? t`Undo` : deedTitle(deed);
}
