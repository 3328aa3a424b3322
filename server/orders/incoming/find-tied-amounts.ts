import type { NewOrder } from '../new-order.ts';
import type { IncomingAmounts } from './incoming-order.ts';

type Tied = Pick<
  NewOrder,
  'subtotal_fils' | 'discount_fils' | 'shipping_fils' | 'tax_fils' | 'total_amount_fils'
>;

/** The first reading of the amounts that adds up with the lines; undefined where none does: then rows are missing or altered. */
export function findTiedAmounts(subtotal_fils: number, amounts: IncomingAmounts): Tied | undefined {
  const { total_fils: total_amount_fils, discounts, shippings, taxes } = amounts;
  for (const shipping_fils of shippings) {
    for (const discount_fils of discounts) {
      if (!fitsSubtotal(subtotal_fils, discount_fils, amounts)) continue;
      for (const tax_fils of taxes) {
        if (subtotal_fils - discount_fils + shipping_fils + tax_fils === total_amount_fils)
          return { subtotal_fils, discount_fils, shipping_fils, tax_fils, total_amount_fils };
      }
    }
  }
  return undefined;
}

/** The part of a discount that is not of the lines is of the shipping, as with a code for free shipping. */
function fitsSubtotal(
  subtotal_fils: number,
  discount_fils: number,
  { discounted_fils, shippings }: IncomingAmounts,
): boolean {
  if (discounted_fils === undefined) return true;
  const of_lines = subtotal_fils - discounted_fils;
  const of_shipping = discount_fils - of_lines;
  return of_lines >= 0 && of_shipping >= 0 && of_shipping <= Math.max(...shippings);
}
