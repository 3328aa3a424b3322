import type { NewOrder } from '../contents/new-order.ts';
import type { IncomingAmounts } from './incoming-order.ts';

type Tied = Pick<
  NewOrder,
  'subtotal_fils' | 'discount_fils' | 'shipping_fils' | 'tax_fils' | 'total_amount_fils'
>;

/**
 * Returns the readings of the amounts that add up with the lines, one for each total. If there is none, rows
 * are missing or altered. If there are several, the total may be the one before or after a refund.
 * `tips_fils` is the sum of the lines that are tips; `subtotal_fils` does not include it.
 */
export function tiedReadings(subtotal_fils: number, amounts: IncomingAmounts, tips_fils = 0): Tied[] {
  const { total_fils, discounted_fils, reduced_totals = [] } = amounts;
  const taxes = amounts.taxes.map((tax_fils) => tax_fils + tips_fils);
  const as_placed = { ...amounts, taxes };
  const reduced = [...new Set(reduced_totals)].filter((total) => total !== total_fils);
  const readings: IncomingAmounts[] = [
    as_placed,
    // A source may count its tips among the lines.
    ...(discounted_fils !== undefined && tips_fils > 0
      ? [{ ...as_placed, discounted_fils: discounted_fils - tips_fils }]
      : []),
    ...reduced.map((total) => ({ ...as_placed, total_fils: total, discounted_fils: undefined })),
  ];
  const tied = readings.flatMap((one) => findTiedAmounts(subtotal_fils, one) ?? []);
  return tied.filter((one, at) => tied.findIndex((other) => hasSameTotal(one, other)) === at);
}

function hasSameTotal(one: Tied, other: Tied): boolean {
  return one.total_amount_fils === other.total_amount_fils;
}

/**
 * Returns the first reading that adds up with the lines. Undefined if none does, because rows are missing or
 * altered.
 */
export function findTiedAmounts(subtotal_fils: number, amounts: IncomingAmounts): Tied | undefined {
  const { total_fils: total_amount_fils, discounts, shippings, taxes } = amounts;
  for (const shipping_fils of shippings) {
    for (const reported_fils of discounts) {
      const discount_fils = discountOf(subtotal_fils, reported_fils, shipping_fils, amounts);
      if (discount_fils === undefined) continue;
      for (const tax_fils of taxes) {
        if (subtotal_fils - discount_fils + shipping_fils + tax_fils === total_amount_fils)
          return { subtotal_fils, discount_fils, shipping_fils, tax_fils, total_amount_fils };
      }
    }
  }
  return undefined;
}

/**
 * Returns the discount of an order, or undefined if it does not fit the subtotal. The part that does not
 * apply to the lines applies to the shipping. With a code for free shipping and no discount of the lines, a
 * shipping of 0 is already discounted.
 */
function discountOf(
  subtotal_fils: number,
  reported_fils: number,
  shipping_fils: number,
  { discounted_fils, shippings, has_free_shipping = false }: IncomingAmounts,
): number | undefined {
  if (discounted_fils === undefined) return reported_fils;
  const of_lines = subtotal_fils - discounted_fils;
  const of_shipping = reported_fils - of_lines;
  if (of_lines < 0 || of_shipping < 0) return undefined;
  if (of_shipping <= Math.max(...shippings)) return reported_fils;
  return has_free_shipping && of_lines === 0 && shipping_fils === 0 ? 0 : undefined;
}
