import { TAB_LOCK } from '../world/older-client.ts';
import type { World } from '../world/world.ts';

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

/** The tabs that live; null where the browser cannot tell (plain http). */
export async function livingTabs({ locks }: Pick<World, 'locks'>): Promise<ReadonlySet<string> | null> {
  if (!locks) return null;
  const names = (await locks.held()).filter((name) => name.startsWith(TAB_LOCK));
  return new Set(names.map((name) => name.slice(TAB_LOCK.length)));
}
