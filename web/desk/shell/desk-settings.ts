import { identity } from '../../api/identity.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { withinStoreTimeout } from '../../environment/timing.ts';

/** Each user's own settings of the desk on this device; they do not affect the shop. */
type Settings = Readonly<Record<string, string>>;

let of: string | null = null;
let known: Settings = {};
const listeners = new Set<() => void>();

const noteOf = (user_id: string) => `desk:${user_id}`;

function change(next: Settings): void {
  known = next;
  for (const listener of listeners) listener();
}

export const deskSetting = {
  read: (name: string): string | null => known[name] ?? null,
  /** Null restores the default. If the device cannot store the value, it applies until the page is closed. */
  write(name: string, value: string | null): void {
    const { [name]: _, ...others } = known;
    change(value === null ? others : { ...others, [name]: value });
    const user_id = of;
    if (user_id === null) return;
    const put = known;
    void withinStoreTimeout(
      thisTab,
      thisTab.store.write(['notes'], (tx) => tx.put('notes', put, noteOf(user_id))),
    ).catch(() => {});
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Reads the user's settings. If the device's store does not respond, the defaults apply. */
export async function readDeskSettings(): Promise<void> {
  const user_id = identity().user_id();
  if (user_id === null || user_id === of) return;
  of = user_id;
  change({});
  const kept = await withinStoreTimeout(
    thisTab,
    thisTab.store.read(['notes'], (tx) => tx.get('notes', noteOf(user_id))),
  ).catch(() => undefined);
  if (of === user_id && kept) change({ ...(kept as Settings), ...known });
}
