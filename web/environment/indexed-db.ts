import type { SpaceEstimator } from './free-space.ts';
import {
  DEVICE_LAYOUT,
  type Key,
  type KeyRange,
  type Store,
  type StoreLayout,
  type Writing,
} from './store.ts';

type AnyWriting = Writing<Record<string, { key: Key; value: unknown; unique: string }>>;

/** Errors that mean that the browser closed the connection; iOS does so to suspended tabs. */
const CUT = ['AbortError', 'InvalidStateError', 'UnknownError'];

export type IndexedDbSettings = {
  name?: string;
  layout?: StoreLayout;
  /** Returns true if an open tab cannot open a later version than the present one, or if that is unknown. */
  olderLives?: () => Promise<boolean>;
};

/** Creates the store of a browser. The database is opened with the first transaction. */
export function openIndexedDb({
  name = 'mandoob',
  layout = DEVICE_LAYOUT,
  olderLives = () => Promise.resolve(true),
}: IndexedDbSettings = {}): Store {
  let opened: Promise<IDBDatabase> | null = null;
  let room: Promise<SpaceEstimator | null> | null = null;

  /** Loads the space estimator on first use; null if it cannot be loaded, so that the space is unknown. */
  function roomMeter(): Promise<SpaceEstimator | null> {
    room ??= import('./free-space.ts').then(
      ({ createSpaceEstimator: createRoom }) => createRoom(`${name}.room`),
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
        // Another tab raises the version: the next transaction opens the database at the new one.
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
 * Opens the database at any version, so that a later build that raised it does not lock out this one. Raises
 * it to the layout's own version only when no open client would be locked out by that.
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
    return resultOf(request);
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
  // Handled below, or by the error that comes first.
  over.catch(() => {});
  let outcome: T;
  try {
    outcome = await work(requestsOf(tx));
  } catch (error) {
    // A full device aborts the transaction, and each request reports only an AbortError.
    const cause = tx.error ?? error;
    abort(tx);
    throw cause;
  }
  await over;
  return outcome;
}

/** Aborts the transaction, unless its failed request has already done so. */
function abort(tx: IDBTransaction): void {
  try {
    tx.abort();
  } catch {
    // The transaction has already ended.
  }
}

function requestsOf(tx: IDBTransaction): AnyWriting {
  const store = (name: string) => tx.objectStore(name);
  return {
    get: (name, key) => resultOf(store(name).get(key)),
    by: (name, index, value) => resultOf(store(name).index(index).get(value)),
    all: (name, range) => resultOf(store(name).getAll(range && keyRange(range))),
    keys: (name, range) => resultOf(store(name).getAllKeys(range && keyRange(range))) as Promise<Key[]>,
    put: async (name, value, key) => void (await resultOf(store(name).put(value, key))),
    add: async (name, value, key) => void (await resultOf(store(name).add(value, key))),
    delete: (name, keys) => resultOf(store(name).delete(isRange(keys) ? keyRange(keys) : keys)),
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

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
