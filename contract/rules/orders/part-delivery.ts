/** A delivery of which the customer does not take all goods (ruling H5). All amounts are in fils. */

/** Why goods were refused. */
export const REFUSED_BECAUSE = ['not_wanted', 'damaged', 'wrong_item', 'other'] as const;
export type RefusedBecause = (typeof REFUSED_BECAUSE)[number];

export type PartLine = {
  /** The ordered quantity, which the order's subtotal contains. */
  qty: number;
  unit_price_fils: number;
  /** The line's own tax that is not contained in its price; null if only the order's tax is known. */
  tax_fils: number | null;
  /** The quantity that the customer did not take; 0 to `qty`. */
  refused: number;
};

export type PartOrder = {
  lines: readonly PartLine[];
  /** The price of goods that the store sends separately; they count as taken. */
  sent_fils: number;
  discount_fils: number;
  shipping_fils: number;
  tax_fils: number;
  /** Paid before the delivery, with what the driver has collected for the order before. */
  paid_fils: number;
};

export type PartAmounts = {
  /** The price of each line's taken goods, with their parts of discount and tax. */
  line_fils: number[];
  /** The parts of the total: goods minus discount plus shipping plus tax. */
  goods_fils: number;
  discount_fils: number;
  tax_fils: number;
  total_amount_fils: number;
  due_fils: number;
  /** The amount paid before for goods that the customer refused. */
  refund_fils: number;
};

/**
 * Computes what is due for the goods that the customer takes. Discount and tax are divided over the lines,
 * and in each line over taken and refused goods, by largest remainder: taken and refused parts always add up
 * to the whole order. Shipping is kept. A discount above the price of the goods reduces shipping, then tax.
 */
export function partAmounts(order: PartOrder): PartAmounts {
  const { lines, sent_fils, discount_fils, shipping_fils, paid_fils } = order;
  const prices = lines.map(({ qty, unit_price_fils }) => qty * unit_price_fils);
  const goods_fils = sumOf(prices) + sent_fils;
  const discount_of_goods_fils = Math.min(discount_fils, goods_fils);
  const discount_of_shipping_fils = Math.min(discount_fils - discount_of_goods_fils, shipping_fils);
  const discount_of_tax_fils = discount_fils - discount_of_goods_fils - discount_of_shipping_fils;
  const discounts = divide(discount_of_goods_fils, [...prices, sent_fils]);
  const { taxes, kept_tax_fils } = taxesOf(order, prices);
  const tax_discounts = divide(discount_of_tax_fils, [...taxes, kept_tax_fils]);
  const taken = lines.map(({ qty, unit_price_fils, refused }, at) => {
    const keep = (fils: number) => divide(fils, [qty - refused, refused])[0] ?? 0;
    return {
      price_fils: (qty - refused) * unit_price_fils,
      discount_fils: keep(discounts[at] ?? 0),
      tax_fils: keep((taxes[at] ?? 0) - (tax_discounts[at] ?? 0)),
    };
  });
  const line_fils = taken.map((line) => line.price_fils - line.discount_fils + line.tax_fils);
  const kept_fils =
    sent_fils -
    (discounts[lines.length] ?? 0) +
    kept_tax_fils -
    (tax_discounts[lines.length] ?? 0) +
    shipping_fils -
    discount_of_shipping_fils;
  const total_amount_fils = sumOf(line_fils) + kept_fils;
  const taken_goods_fils = sumOf(taken.map(({ price_fils }) => price_fils)) + sent_fils;
  const taken_discount_fils =
    sumOf(taken.map((line) => line.discount_fils)) +
    (discounts[lines.length] ?? 0) +
    discount_of_shipping_fils +
    discount_of_tax_fils;
  return {
    line_fils,
    goods_fils: taken_goods_fils,
    discount_fils: taken_discount_fils,
    tax_fils: total_amount_fils - taken_goods_fils + taken_discount_fils - shipping_fils,
    total_amount_fils,
    due_fils: Math.max(0, total_amount_fils - paid_fils),
    refund_fils: Math.max(0, paid_fils - total_amount_fils),
  };
}

/**
 * The tax of each line: its own if all lines have one, else its part of the order's tax by price. The rest,
 * for example the tax of shipping, is kept.
 */
function taxesOf({ lines, tax_fils, sent_fils }: PartOrder, prices: readonly number[]) {
  const own = lines.map((line) => line.tax_fils ?? Number.NaN);
  const taxes =
    sumOf(own) <= tax_fils ? own : divide(tax_fils, [...prices, sent_fils]).slice(0, lines.length);
  return { taxes, kept_tax_fils: tax_fils - sumOf(taxes) };
}

/**
 * Divides an amount over weights in proportion, by largest remainder; the first of equal remainders goes
 * first. The parts add up to the amount unless all weights are 0; then each part is 0. The amount is 0 to
 * 2^53 - 1, like each weight.
 */
export function divide(fils: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (total === 0n) return weights.map(() => 0);
  const shares = weights.map((weight, at) => {
    const product = BigInt(fils) * BigInt(weight);
    return { at, fils: Number(product / total), remainder: product % total };
  });
  const parts = shares.map((share) => share.fils);
  const left = fils - sumOf(parts);
  const largest = [...shares].sort((a, b) =>
    a.remainder < b.remainder ? 1 : a.remainder > b.remainder ? -1 : 0,
  );
  for (const { at } of largest.slice(0, left)) parts[at] = (parts[at] ?? 0) + 1;
  return parts;
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, fils) => sum + fils, 0);
}
