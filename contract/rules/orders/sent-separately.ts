/** The quantity of a line, and the price of one piece in fils. */
export type PricedLine = { qty: number; unit_price_fils: number };

/** The sum of the lines' prices, in fils. */
export function priceOf(lines: readonly PricedLine[]): number {
  return lines.reduce((sum, { qty, unit_price_fils }) => sum + qty * unit_price_fils, 0);
}

/**
 * The price, in fils, of goods that the store sends separately: no line of the order has them, and its customer pays for them here.
 * An order's subtotal is that of all its goods.
 */
export function sentSeparately(subtotal_fils: number, lines: readonly PricedLine[]): number {
  return Math.max(0, subtotal_fils - priceOf(lines));
}
