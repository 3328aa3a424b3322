/** An order as the store sent it, in fils. */
export type BookedOrder = {
  id: string;
  order_number: string;
  lines: readonly BookedLine[];
  discount_fils: number;
  shipping_fils: number;
  tax_fils: number;
  paid_fils: number;
};
export type BookedLine = {
  id: string;
  qty: number;
  unit_price_fils: number;
  /** Null if only the tax of the order is known. */
  tax_fils: number | null;
};

/** The refused quantity of each line; lines that are taken in full may be absent. */
export type Refused = Readonly<Record<string, number>>;

/** The price of a part of the goods, in fils. */
export type PartPrice = {
  total_fils: number;
  /** The price of the taken goods of each line. */
  line_fils: Readonly<Record<string, number>>;
};

/**
 * Computes the price of a part of the goods from the price of the whole order and of what was refused: the
 * product's function computes the price of what was taken, and both must add up to the order.
 */
export function priceOfPart(order: BookedOrder, refused: Refused): PartPrice {
  const { lines, discount_fils, tax_fils } = order;
  const prices = lines.map(({ qty, unit_price_fils }) => qty * unit_price_fils);
  const discounts = inProportion(discount_fils, prices);
  const own_taxes = lines.map((line) => line.tax_fils);
  const taxes = own_taxes.every((fils) => fils !== null) ? own_taxes : inProportion(tax_fils, prices);
  let total_fils = totalOf(order);
  const line_fils: Record<string, number> = {};
  for (const [at, { id, qty, unit_price_fils }] of lines.entries()) {
    const less = refused[id] ?? 0;
    const [discount, tax] = [discounts[at] ?? 0, taxes[at] ?? 0];
    const whole_fils = qty * unit_price_fils - discount + tax;
    const refused_fils =
      less * unit_price_fils - refusedShare(discount, qty, less) + refusedShare(tax, qty, less);
    line_fils[id] = whole_fils - refused_fils;
    total_fils -= refused_fils;
  }
  return { total_fils, line_fils };
}

export function totalOf({ lines, discount_fils, shipping_fils, tax_fils }: BookedOrder): number {
  const goods_fils = lines.reduce((sum, { qty, unit_price_fils }) => sum + qty * unit_price_fils, 0);
  return goods_fils + shipping_fils + tax_fils - discount_fils;
}

/** If both fractions of a fil are equal, it belongs to the taken goods. */
function refusedShare(fils: number, qty: number, refused: number): number {
  const rest = (fils * refused) % qty;
  return (fils * refused - rest) / qty + (2 * rest > qty ? 1 : 0);
}

/** Divides an amount by weight: first the whole fils of each, then one more to the largest fractions. */
function inProportion(fils: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((one, other) => one + other, 0);
  if (sum === 0) return weights.map(() => 0);
  const parts = weights.map((weight) => Math.floor((fils * weight) / sum));
  const fractions = weights.map((weight) => (fils * weight) % sum);
  for (let left = fils - parts.reduce((one, other) => one + other, 0); left > 0; left--) {
    const at = fractions.indexOf(Math.max(...fractions));
    parts[at] = (parts[at] ?? 0) + 1;
    fractions[at] = -1;
  }
  return parts;
}
