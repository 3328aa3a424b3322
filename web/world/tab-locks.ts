import type { Locks, World } from './world.ts';

/** Held by every tab of every build whose sender runs. */
export const TAB_LOCK = 'mandoob.tab ';
/** Held by tabs that open the device's store whatever its version is, from this build on. */
const ANY_VERSION_LOCK = 'mandoob.any-version ';

/** Tells every tab of this device that this one lives, until the answer is called or its page goes. */
export function live({ locks, tab }: Pick<World, 'locks' | 'tab'>): () => void {
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  // Without it the tab only counts as gone: then its presses have to be repeated.
  locks?.request(TAB_LOCK + tab, { mode: 'shared' }, () => over).catch(() => {});
  return end;
}

/** Tells that this tab can live with any version of the store, until its page goes. */
export function liveWithAnyVersion({ locks, tab }: World): void {
  // Without it the version is only raised later than it could be.
  locks?.request(ANY_VERSION_LOCK + tab, { mode: 'shared' }, () => new Promise(() => {})).catch(() => {});
}

/** The tabs that live; null where the browser cannot tell (plain http). */
export async function livingTabs({ locks }: Pick<World, 'locks'>): Promise<ReadonlySet<string> | null> {
  return locks && tabsIn(await locks.held());
}

/** Whether a tab of a build lives that would be locked out by a raised version. Where nobody can tell, true. */
export async function olderClientLives(locks: Locks | null): Promise<boolean> {
  if (!locks) return true;
  const held = await locks.held();
  return [...tabsIn(held)].some((tab) => !held.includes(ANY_VERSION_LOCK + tab));
}

function tabsIn(held: readonly string[]): ReadonlySet<string> {
  const locks = held.filter((name) => name.startsWith(TAB_LOCK));
  return new Set(locks.map((name) => name.slice(TAB_LOCK.length)));
}
