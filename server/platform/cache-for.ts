/**
 * Caches found values for `ms`. Missing values are not cached: clients choose the names and could fill the
 * memory.
 */
export function cacheFor<T>(
  ms: number,
  find: (name: string) => Promise<T | undefined>,
  now: () => number = () => performance.now(),
): (name: string) => Promise<T | undefined> {
  const known = new Map<string, { value: T; until: number }>();
  return async (name) => {
    const remembered = known.get(name);
    if (remembered && now() < remembered.until) return remembered.value;
    const value = await find(name);
    if (value === undefined) known.delete(name);
    else known.set(name, { value, until: now() + ms });
    return value;
  };
}
