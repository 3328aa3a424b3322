import type { Room } from './room.ts';
import {
  DEVICE_LAYOUT,
  type Key,
  type KeyRange,
  type Store,
  type StoreLayout,
  type Writing,
} from './store.ts';

type AnyWriting = Writing<Record<string, { key: Key; value: unknown; unique: string }>>;

/** What the device says when it has cut the connection itself; iOS does so to suspended tabs. */
const CUT = ['AbortError', 'InvalidStateError', 'UnknownError'];

export type IndexedDbSettings = {
  name?: string;
  layout?: StoreLayout;
  /** Whether a tab lives that can open no later version than the database's present one; where nobody can tell, true. */
  olderLives?: () => Promise<boolean>;
};

/** The store of a browser. Opened when first needed. */
export function openIndexedDb({
  name = 'mandoob',
  layout = DEVICE_LAYOUT,
  olderLives = () => Promise.resolve(true),
}: IndexedDbSettings = {}): Store {
  let opened: Promise<IDBDatabase> | null = null;
  let room: Promise<Room | null> | null = null;

  /** Loaded when it is first asked for; null where it cannot be: then nobody can tell. */
  function roomMeter(): Promise<Room | null> {
    room ??= import('./room.ts').then(
      ({ createRoom }) => createRoom(`${name}.room`),
      () => {
        room = null;
        return null;
      },
    );
    return room;
  }

  function connection(): Promise<IDBDatabase> {
    opened ??= openAny(name, layout, olderLives).then(
      (database) => {
        // Another tab raises the version: this one opens it again, whatever it is then.
        database.onversionchange = () => void close();
        database.onclose = () => {
          opened = null;
        };
        return database;
      },
      (error: unknown) => {
        opened = null;
        throw error;
      },
    );
    return opened;
  }

  async function close(): Promise<void> {
    const closing = opened;
    opened = null;
    (await closing?.catch(() => null))?.close();
  }

  async function run<T>(
    names: readonly string[],
    options: { mode: IDBTransactionMode; durability?: IDBTransactionDurability },
    work: (tx: AnyWriting) => Promise<T>,
  ): Promise<T> {
    const once = async () => {
      const { mode, durability = 'default' } = options;
      return await transact((await connection()).transaction([...names], mode, { durability }), work);
    };
    try {
      return await once();
    } catch (error) {
      void room?.then((meter) => meter?.lookAgain());
      if (!(error instanceof DOMException) || !CUT.includes(error.name)) throw error;
      await close();
      return await once();
    }
  }

  return {
    read: (names, work) => run(names, { mode: 'readonly' }, work),
    write: (names, work, durability) =>
      run(names, { mode: 'readwrite', ...(durability && { durability: 'strict' }) }, work),
    persist: async () => (await navigator.storage?.persist?.().catch(() => null)) ?? null,
    room: async () => (await roomMeter())?.left() ?? null,
    close,
  };
}

/**
 * Opens the database whatever its version is, so that a later build which raised it locks this one out of nothing. It is raised
 * to the layout's own version only when no client lives that would be locked out by that.
 */
async function openAny(
  name: string,
  { oldest, version, stores }: StoreLayout,
  olderLives: () => Promise<boolean>,
): Promise<IDBDatabase> {
  const opening = (at?: number) => {
    const request = indexedDB.open(name, at);
    request.onupgradeneeded = ({ oldVersion }) => {
      for (const [store, { since, key, unique = [] }] of Object.entries(stores)) {
        if (since <= oldVersion || (at !== undefined && since > at)) continue;
        const made = request.result.createObjectStore(store, key === null ? {} : { keyPath: key });
        for (const index of unique) made.createIndex(index, index, { unique: true });
      }
    };
    return answerOf(request);
  };
  const database = await opening(oldest).catch((error: unknown) => {
    if (!(error instanceof DOMException) || error.name !== 'VersionError') throw error;
    return opening();
  });
  if (database.version >= version || (await olderLives())) return database;
  database.close();
  return await opening(version);
}

async function transact<T>(tx: IDBTransaction, work: (tx: AnyWriting) => Promise<T>): Promise<T> {
  const over = new Promise<void>((resolve, reject) => {
    tx.oncomplete = () => resolve();
    tx.onabort = () => reject(tx.error ?? new DOMException('The transaction was aborted', 'AbortError'));
  });
  // Whoever fails first is told below.
  over.catch(() => {});
  let outcome: T;
  try {
    outcome = await work(requestsOf(tx));
  } catch (error) {
    // A device that is full aborts the transaction, and every request says only that.
    const cause = tx.error ?? error;
    abort(tx);
    throw cause;
  }
  await over;
  return outcome;
}

/** Not there any more to be aborted when the request that failed has done so. */
function abort(tx: IDBTransaction): void {
  try {
    tx.abort();
  } catch {
    // It is over already.
  }
}

function requestsOf(tx: IDBTransaction): AnyWriting {
  const store = (name: string) => tx.objectStore(name);
  return {
    get: (name, key) => answerOf(store(name).get(key)),
    by: (name, index, value) => answerOf(store(name).index(index).get(value)),
    all: (name, range) => answerOf(store(name).getAll(range && keyRange(range))),
    keys: (name, range) => answerOf(store(name).getAllKeys(range && keyRange(range))) as Promise<Key[]>,
    put: async (name, value, key) => void (await answerOf(store(name).put(value, key))),
    add: async (name, value, key) => void (await answerOf(store(name).add(value, key))),
    delete: (name, keys) => answerOf(store(name).delete(isRange(keys) ? keyRange(keys) : keys)),
  };
}

export function isRange(keys: Key | KeyRange): keys is KeyRange {
  return typeof keys === 'object' && !Array.isArray(keys);
}

function keyRange(range: KeyRange): IDBKeyRange {
  return 'pairs_of' in range
    ? IDBKeyRange.bound([range.pairs_of], [range.pairs_of, []])
    : IDBKeyRange.bound(range.starts_with, `${range.starts_with}\uffff`);
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
