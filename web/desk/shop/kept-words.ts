import { plural, t } from '@lingui/core/macro';
import type { Kept } from '../../../contract/operations/desk/shop/read-kept.schema.ts';

type Old = NonNullable<Kept['old']>;

/** `more`: nobody has counted further. */
export function ordersWords(orders: number, more = false): string {
  return more
    ? t`${plural(orders, { one: '# order or more', other: '# orders or more' })}`
    : t`${plural(orders, { one: '# order', other: '# orders' })}`;
}

/** How many old orders stay for now, by why. */
export function heldWords({ open, conflict, store, cash }: Old['held']): string[] {
  const words: [count: number, why: string][] = [
    [open, t`${ordersWords(open)} still open`],
    [conflict, t`${ordersWords(conflict)} with a conflict to review`],
    [store, t`${ordersWords(store)} that Shopify still has to be told of`],
    [cash, t`${ordersWords(cash)} whose cash is not explained`],
  ];
  return words.filter(([count]) => count > 0).map(([, why]) => why);
}
