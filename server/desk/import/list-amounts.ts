import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { isAfterRefunds, isFeeInTotal } from '../../../contract/rules/import/list-headers.ts';
import { priceOf } from '../../../contract/rules/orders/sent-separately.ts';
import type { IncomingAmounts, IncomingLine } from '../../orders/incoming/incoming-order.ts';
import type { ListCells } from './list-cells.ts';

/** `has_removed`: true if some of the order's rows have quantity 0. */
export type ListTotal = { total_fils: number; has_removed: boolean };

/**
 * Returns the amounts of items with prices, in fils. If no column has the delivery fee or the discount, it is
 * derived from the difference between the total and the items, except after a refund or with removed goods,
 * because the difference would include them. With tips or fees no discount is derived, because the total may
 * exclude them.
 */
export function pricedAmounts(
  list: ListCells,
  lines: readonly IncomingLine[],
  { total_fils, has_removed }: ListTotal,
): IncomingAmounts {
  const items_fils = priceOf(lines);
  const [shipping, discount] = [list.amount('shipping') ?? 0, list.amount('discount') ?? 0];
  const extras = list.sum(list.columns('extras'));
  const sum_fils = items_fils + shipping - discount + extras;
  const amounts = { total_fils, taxes: [extras], shippings: [shipping], discounts: [discount] };
  // A discount above the sum of the items is invalid.
  if (discount > items_fils) return { ...amounts, discounts: [] };
  const refund_fils = list.refund();
  if (refund_fils > 0)
    return { ...amounts, total_fils: totalAfter(refund_fils, list, { total_fils, has_removed, sum_fils }) };
  const more_fils = total_fils - sum_fils;
  if (extras > 0 && more_fils === -extras) noteExtras(list, total_fils, extras);
  if (has_removed) return amounts;
  if (more_fils > 0 && !list.hasField('shipping')) return { ...amounts, shippings: [shipping + more_fils] };
  if (more_fils < 0 && !list.hasField('discount') && extras === 0 && -more_fils <= items_fils)
    return { ...amounts, discounts: [-more_fils] };
  return amounts;
}

/**
 * Returns the total after a refund, which must match the items. A total that matches before subtraction may
 * precede the refund, with the refunded goods still among the items, unless some rows have quantity 0.
 */
function totalAfter(
  refund_fils: number,
  list: ListCells,
  { total_fils, has_removed, sum_fils }: ListTotal & { sum_fils: number },
): number {
  const left_fils = total_fils - refund_fils;
  if (isTotalAfterRefunds(list) || left_fils < 0) return total_fils;
  if (sum_fils !== total_fils) return left_fils;
  if (!has_removed) noteRefund(list, total_fils, refund_fils);
  return total_fils;
}

/**
 * Notes a refund, or tips and fees, of an order whose items have no prices: nothing shows if its total
 * includes them.
 */
export function noteUnclearTotal(list: ListCells, total_fils: number): void {
  const refund_fils = list.refund();
  if (refund_fils > 0 && !isTotalAfterRefunds(list)) noteRefund(list, total_fils, refund_fils);
  const extras = list.sum(list.columns('extras').filter((column) => !isFeeInTotal(column)));
  if (extras > 0) noteExtras(list, total_fils, extras);
}

function isTotalAfterRefunds(list: ListCells): boolean {
  const [header] = list.columns('amount');
  // A list without totals contains only amounts still to be collected.
  return header === undefined || isAfterRefunds(header);
}

function noteRefund(list: ListCells, total_fils: number, refund_fils: number): void {
  const other = formatMoney(Math.max(0, total_fils - refund_fils));
  list.fault('amount', 'total_unclear', { amount: formatMoney(total_fils), other });
}

function noteExtras(list: ListCells, total_fils: number, extras_fils: number): void {
  const other = formatMoney(total_fils + extras_fils);
  const field = list.hasField('amount') ? 'amount' : 'due';
  list.fault(field, 'extras_unclear', { amount: formatMoney(total_fils), other });
}

/** Notes a total that does not match the items. Includes the other formatted amounts unless all are 0. */
export function noteItemsDiffer(
  list: ListCells,
  { amount, items, extras }: { amount: string; items: string; extras: string },
): void {
  const shipping = formatMoney(list.amount('shipping') ?? 0);
  const discount = formatMoney(list.amount('discount') ?? 0);
  const is_plain = [shipping, discount, extras].every((one) => one === formatMoney(0));
  if (is_plain) list.fault('amount', 'items_differ', { amount, items });
  else list.fault('amount', 'amounts_differ', { amount, items, shipping, discount, extras });
}
