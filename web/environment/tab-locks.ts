import type { Environment, Locks } from './environment.ts';

/** Prefix of a lock that each tab of any build holds while its sender runs. */
export const TAB_LOCK = 'mandoob.tab ';
/**
 * Prefix of a lock held by tabs that can open the device's store at any version, which this build introduced.
 */
const ANY_VERSION_LOCK = 'mandoob.any-version ';

/**
 * Announces this tab to the device's other tabs, until the returned function is called or the page is gone.
 */
export function announceTab({ locks, tab }: Pick<Environment, 'locks' | 'tab'>): () => void {
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  // Without the lock, other tabs treat this one as closed, and the user must repeat unsent presses.
  locks?.request(TAB_LOCK + tab, { mode: 'shared' }, () => over).catch(() => {});
  return end;
}

/** Announces that this tab can work with any version of the store, until its page is gone. */
export function announceAnyVersion({ locks, tab }: Environment): void {
  // Without the lock, the version may be raised later than possible.
  locks?.request(ANY_VERSION_LOCK + tab, { mode: 'shared' }, () => new Promise(() => {})).catch(() => {});
}

/** Returns the open tabs, or null if the browser cannot list locks (plain http). */
export async function openTabs({ locks }: Pick<Environment, 'locks'>): Promise<ReadonlySet<string> | null> {
  return locks && tabsIn(await locks.held());
}

/**
 * Returns true if a raised store version would lock out an open tab of an older build, or if that is unknown.
 */
export async function isOlderClientOpen(locks: Locks | null): Promise<boolean> {
  if (!locks) return true;
  const held = await locks.held();
  return [...tabsIn(held)].some((tab) => !held.includes(ANY_VERSION_LOCK + tab));
}

function tabsIn(held: readonly string[]): ReadonlySet<string> {
  const locks = held.filter((name) => name.startsWith(TAB_LOCK));
  return new Set(locks.map((name) => name.slice(TAB_LOCK.length)));
}
