/** At most so many orders are named by one arrangement. */
export const STOPS_MAX = 500;

/** Those that an arrangement names come first, in its order; all others stay behind them as they were. What is not there is left out. */
export function inArrangedOrder(present: readonly string[], arranged: readonly string[]): string[] {
  const there = new Set(present);
  const first = new Set(arranged.filter((id) => there.has(id)));
  return [...first, ...present.filter((id) => !first.has(id))];
}
