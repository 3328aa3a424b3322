/** `ids` with this one at another place, counted from 0 and kept within the list. */
export function withMoved(ids: readonly string[], id: string, to: number): string[] {
  const others = ids.filter((one) => one !== id);
  others.splice(Math.max(0, Math.min(to, others.length)), 0, id);
  return others;
}

/**
 * The place among `all` (less this one) for somebody whose list shows some of them only, in this order: behind the one before it, or
 * before the one behind it.
 */
export function placeAmong(all: readonly string[], shown: readonly string[], id: string): number {
  const others = all.filter((one) => one !== id);
  const at = shown.indexOf(id);
  const [before, after] = [shown[at - 1], shown[at + 1]];
  if (before !== undefined) return others.indexOf(before) + 1;
  return after === undefined ? 0 : others.indexOf(after);
}
