const LOCK = 'mandoob.tab ';

/** Tells every tab of this device that `tab` lives, until the answer is called or its page goes. */
export function liveAs(tab: string): () => void {
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  // Without it the tab only counts as gone: then its presses have to be repeated.
  navigator.locks?.request(LOCK + tab, { mode: 'shared' }, () => over).catch(() => {});
  return end;
}

/** The tabs that live; null where the browser cannot tell (plain http). */
export async function livingTabs(): Promise<ReadonlySet<string> | null> {
  if (!navigator.locks) return null;
  const { held = [] } = await navigator.locks.query();
  const names = held.map(({ name = '' }) => name).filter((name) => name.startsWith(LOCK));
  return new Set(names.map((name) => name.slice(LOCK.length)));
}
