import { isRange } from '../../web/environment/indexed-db.ts';
import {
  DEVICE_LAYOUT,
  type Key,
  type KeyRange,
  type Store,
  type Writing,
} from '../../web/environment/store.ts';
import { ENTRY_NOTES } from '../../web/offline/entry-store.ts';
import type { Random } from '../random.ts';
import type { Schedule } from '../schedule.ts';

type Records = Map<string, { key: Key; value: unknown }>;
type Contents = Map<string, Records>;
type Tx = Writing<Record<string, { key: Key; value: unknown; unique: string }>>;

/** The disk of a phone. Durable writes survive everything; other writes survive all but an empty battery. */
export type DeviceDisk = {
  /**
   * Returns the disk as one tab sees it. A tab that is gone receives no results, and its uncommitted writes
   * are lost.
   */
  storeFor(tab: { is_gone(): boolean }): Store;
  /** The battery is empty: writes that were not durable are lost. */
  losePower(): void;
  /** The records that would survive an empty battery. */
  durable(store: string): unknown[];
  committed(store: string): unknown[];
  /** The committed entries of the outbox in both of their stores, see web/offline/entry-store.ts. */
  entries(): unknown[];
  /** Returns the records of a store with text keys, by key. */
  byKey(store: string): ReadonlyMap<string, unknown>;
};

/** The phone flushes its disk at the latest after this many ms. */
const FLUSH_MS_MAX = 30_000;

export function createDeviceDisk(schedule: Schedule, random: Random, honours_durability = true): DeviceDisk {
  let committed = emptyContents();
  let durable = emptyContents();
  let flush: (() => void) | null = null;
  /** Write transactions run one after another; read transactions see what is committed when they begin. */
  let last_write: Promise<void> = Promise.resolve();

  function makeDurable(): void {
    flush?.();
    flush = null;
    durable = copyOf(committed);
  }

  function commit(next: Contents, is_durable: boolean): void {
    committed = next;
    if (is_durable && honours_durability) makeDurable();
    else flush ??= schedule.after(random.between(1_000, FLUSH_MS_MAX), makeDurable);
  }

  /** Waits as long as the disk takes, occasionally much longer. */
  const pause = (is_durable: boolean) =>
    new Promise<void>((resolve) => {
      const slow = random.chance(0.02) ? random.between(50, 800) : 0;
      schedule.after(random.between(1, is_durable ? 40 : 12) / 4 + slow, resolve);
    });

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = last_write.then(work);
    last_write = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }

  return {
    storeFor(tab) {
      /** Delivers the result of the work, or never settles if the tab is gone. */
      const deliver = async <T>(work: () => Promise<T>): Promise<T> => {
        if (tab.is_gone()) return await never();
        try {
          const value = await work();
          return tab.is_gone() ? await never() : value;
        } catch (error) {
          if (tab.is_gone()) return await never();
          throw error;
        }
      };
      return {
        read: (names, work) =>
          deliver(async () => {
            await pause(false);
            return await work(requests(committed, names, tab) as never);
          }),
        write: (names, work, durability) =>
          deliver(() =>
            inTurn(async () => {
              await pause(false);
              if (tab.is_gone()) return await gone<never>();
              const next = copyOf(committed);
              const value = await work(requests(next, names, tab) as never);
              await pause(durability === 'durable');
              if (tab.is_gone()) return await gone<never>();
              commit(next, durability === 'durable');
              return value;
            }),
          ),
        persist: async () => true,
        room: async () => null,
        close: async () => undefined,
      };
    },
    losePower() {
      flush?.();
      flush = null;
      committed = copyOf(durable);
    },
    durable: (store) => valuesOf(durable, store),
    committed: (store) => valuesOf(committed, store),
    entries: () => [
      ...valuesOf(committed, 'entries'),
      ...[...(committed.get('notes')?.values() ?? [])]
        .filter(({ key }) => isIn(ENTRY_NOTES, key))
        .map(({ value }) => value),
    ],
    byKey: (store) => new Map([...(committed.get(store) ?? [])].map(([key, { value }]) => [key, value])),
  };
}

/** Rejects the write of a tab that is gone, so that queued writes of other tabs continue. */
function gone<T>(): Promise<T> {
  return Promise.reject(new Error('the tab is gone'));
}

function never<T>(): Promise<T> {
  return new Promise<T>(() => undefined);
}

function requests(contents: Contents, names: readonly string[], tab: { is_gone(): boolean }): Tx {
  const of = (name: string) => {
    const records = contents.get(name);
    if (!names.includes(name) || !records) throw new DOMException(name, 'NotFoundError');
    return records;
  };
  const shapeOf = (name: string) => {
    const shape = DEVICE_LAYOUT.stores[name];
    if (!shape) throw new DOMException(name, 'NotFoundError');
    return shape;
  };
  const matching = (name: string, range: KeyRange | undefined) =>
    [...of(name).values()].filter(({ key }) => !range || isIn(range, key)).sort(byKey);
  const keyFor = (name: string, value: unknown, key: Key | undefined): Key => {
    const path = shapeOf(name).key;
    if (path === null) return key as Key;
    const record = value as Record<string, string>;
    return typeof path === 'string'
      ? (record[path] as string)
      : [record[path[0]] ?? '', record[path[1]] ?? ''];
  };
  const put = (name: string, value: unknown, given: Key | undefined, is_new: boolean) => {
    const records = of(name);
    const key = keyFor(name, value, given);
    if (is_new && records.has(textOf(key))) throw new DOMException('The key exists.', 'ConstraintError');
    for (const index of shapeOf(name).unique ?? []) {
      const wanted = (value as Record<string, unknown>)[index];
      for (const [other, record] of records) {
        const same = wanted !== undefined && (record.value as Record<string, unknown>)[index] === wanted;
        if (same && other !== textOf(key)) throw new DOMException('The value exists.', 'ConstraintError');
      }
    }
    records.set(textOf(key), { key, value: frozen(structuredClone(value)) });
  };
  const request = async <T>(work: () => T): Promise<T> => {
    if (tab.is_gone()) return await never();
    return work();
  };
  return {
    get: (name, key) => request(() => of(name).get(textOf(key))?.value),
    by: (name, index, value) =>
      request(
        () =>
          [...of(name).values()].find((one) => (one.value as Record<string, unknown>)[index] === value)
            ?.value,
      ),
    all: (name, range) => request(() => matching(name, range).map(({ value }) => value)),
    keys: (name, range) => request(() => matching(name, range).map(({ key }) => key)),
    put: (name, value, key) => request(() => put(name, value, key, false)),
    add: (name, value, key) => request(() => put(name, value, key, true)),
    delete: (name, keys) =>
      request(() => {
        const records = of(name);
        if (!isRange(keys)) records.delete(textOf(keys));
        else for (const { key } of matching(name, keys)) records.delete(textOf(key));
      }),
  };
}

function emptyContents(): Contents {
  return new Map(Object.keys(DEVICE_LAYOUT.stores).map((name) => [name, new Map()]));
}

/** Records are frozen, so only the maps are copied. */
function copyOf(contents: Contents): Contents {
  return new Map([...contents].map(([name, records]) => [name, new Map(records)]));
}

function valuesOf(contents: Contents, store: string): unknown[] {
  return [...(contents.get(store)?.values() ?? [])].map(({ value }) => value);
}

/** Freezes a record: stored records are shared, and an attempt to change one throws. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}

function textOf(key: Key): string {
  return typeof key === 'string' ? key : JSON.stringify(key);
}

function isIn(range: KeyRange, key: Key): boolean {
  if ('pairs_of' in range) return Array.isArray(key) && key[0] === range.pairs_of;
  return typeof key === 'string' && key.startsWith(range.starts_with);
}

function byKey(one: { key: Key }, other: { key: Key }): number {
  const [left, right] = [textOf(one.key), textOf(other.key)];
  return left < right ? -1 : left > right ? 1 : 0;
}
