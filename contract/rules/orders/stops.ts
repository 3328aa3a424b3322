/** The maximum number of orders in one arrangement. */
export const STOPS_MAX = 500;

/**
 * Puts the orders of an arrangement first, in its sequence; the others follow in theirs. Skips orders that
 * are not present.
 */
export function inArrangedOrder(present: readonly string[], arranged: readonly string[]): string[] {
  const there = new Set(present);
  const first = new Set(arranged.filter((id) => there.has(id)));
  return [...first, ...present.filter((id) => !first.has(id))];
}
