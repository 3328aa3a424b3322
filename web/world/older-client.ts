import type { Locks, World } from './world.ts';

/** Held by every tab of every build whose sender runs. */
export const TAB_LOCK = 'mandoob.tab ';
/** Held by tabs that open the device's store whatever its version is, from this build on. */
const ANY_VERSION_LOCK = 'mandoob.any-version ';

/** Tells that this tab can live with any version of the store, until its page goes. */
export function liveWithAnyVersion({ locks, tab }: World): void {
  // Without it the version is only raised later than it could be.
  locks?.request(ANY_VERSION_LOCK + tab, { mode: 'shared' }, () => new Promise(() => {})).catch(() => {});
}

/** Whether a tab of a build lives that would be locked out by a raised version. Where nobody can tell, true. */
export async function olderClientLives(locks: Locks | null): Promise<boolean> {
  if (!locks) return true;
  const held = new Set(await locks.held());
  const tabs = [...held].filter((name) => name.startsWith(TAB_LOCK));
  return tabs.some((name) => !held.has(ANY_VERSION_LOCK + name.slice(TAB_LOCK.length)));
}
