/** A line's quantity, and the price per unit in fils. */
export type PricedLine = { qty: number; unit_price_fils: number };

/** Returns the sum of the lines' prices, in fils. */
export function priceOf(lines: readonly PricedLine[]): number {
  return lines.reduce((sum, { qty, unit_price_fils }) => sum + qty * unit_price_fils, 0);
}

/**
 * Returns the price, in fils, of goods that the store sends separately. No line of the order contains them,
 * but the order's subtotal does, because the customer pays for them with this order.
 */
export function sentSeparately(subtotal_fils: number, lines: readonly PricedLine[]): number {
  return Math.max(0, subtotal_fils - priceOf(lines));
}
