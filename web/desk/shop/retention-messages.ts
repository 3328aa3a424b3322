import { plural, t } from '@lingui/core/macro';
import type { Kept } from '../../../contract/operations/desk/shop/read-kept.schema.ts';

type Old = NonNullable<Kept['old']>;

/** `more`: the count was limited, there may be more orders. */
export function orderCountText(orders: number, more = false): string {
  return more
    ? t`${plural(orders, { one: '# order or more', other: '# orders or more' })}`
    : t`${plural(orders, { one: '# order', other: '# orders' })}`;
}

/** Returns a text for each reason why old orders are not erased yet, with their number. */
export function heldOrdersTexts({ open, conflict, owed, store, cash }: Old['held']): string[] {
  const texts: [count: number, text: string][] = [
    [open, t`${orderCountText(open)} still open`],
    [conflict, t`${orderCountText(conflict)} with a conflict to review`],
    [owed, t`${orderCountText(owed)} with an open payment, or with a request to decide`],
    [store, t`${orderCountText(store)} not sent to Shopify yet`],
    [cash, t`${orderCountText(cash)} with unexplained cash`],
  ];
  return texts.filter(([count]) => count > 0).map(([, text]) => text);
}
