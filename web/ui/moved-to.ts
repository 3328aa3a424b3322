/** Returns `ids` with `id` moved to another index (from 0, clamped to the list). */
export function withMoved(ids: readonly string[], id: string, to: number): string[] {
  const others = ids.filter((one) => one !== id);
  others.splice(Math.max(0, Math.min(to, others.length)), 0, id);
  return others;
}

/**
 * Returns the index among `all` without `id` that corresponds to its place in `shown`, a list of only some
 * of them: after its predecessor there, or before its successor.
 */
export function placeAmong(all: readonly string[], shown: readonly string[], id: string): number {
  const others = all.filter((one) => one !== id);
  const at = shown.indexOf(id);
  const [before, after] = [shown[at - 1], shown[at + 1]];
  if (before !== undefined) return others.indexOf(before) + 1;
  return after === undefined ? 0 : others.indexOf(after);
}
