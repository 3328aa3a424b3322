/**
 * A small transactional store: the subset of IndexedDB that the product needs. Records are copied in and out
 * (structured clone). `Records` declares each store's key, value and the names of its unique indexes.
 */
export type Key = string | [string, string];
export type Records = Record<string, { key: Key; value: unknown; unique?: string }>;

/** Selects keys that are pairs with this first element, or texts with this prefix. */
export type KeyRange = { pairs_of: string } | { starts_with: string };

// biome-ignore lint/suspicious/noExplicitAny: each user declares its records (web/offline/device-records.ts)
export type AnyRecords = any;

export type Store<R extends Records = AnyRecords> = {
  /**
   * Runs one transaction over these stores, on a consistent snapshot. `work` may only await its own requests:
   * the transaction commits when none is pending. Rejects with the error of `work`, or with a DOMException
   * named as in IndexedDB.
   */
  read<N extends keyof R & string, T>(
    names: readonly N[],
    work: (tx: Reading<Pick<R, N>>) => Promise<T>,
  ): Promise<T>;
  /**
   * Runs a writing transaction and resolves once it is committed; with `durable`, once it is on the disk. If
   * `work` throws or a request fails (ConstraintError, QuotaExceededError), nothing is stored. Writers of a
   * store run one after another. If the device closes the connection, `work` runs again, so it must be safe
   * to run twice.
   */
  write<N extends keyof R & string, T>(
    names: readonly N[],
    work: (tx: Writing<Pick<R, N>>) => Promise<T>,
    durability?: 'durable',
  ): Promise<T>;
  /**
   * Requests protection against eviction; some browsers ask the user. Resolves with whether it was granted,
   * or null if the browser does not support it.
   */
  persist(): Promise<boolean | null>;
  /** Returns the free bytes if there are few; null if there is enough space, or if it is unknown. */
  room(): Promise<number | null>;
  /** Closes the connection. The next transaction opens a new one. */
  close(): Promise<void>;
};

export type Reading<R extends Records> = {
  get<N extends keyof R & string>(name: N, key: R[N]['key']): Promise<R[N]['value'] | undefined>;
  /** Reads a record by a unique index of this store. */
  by<N extends keyof R & string>(
    name: N,
    index: R[N]['unique'] & string,
    value: string,
  ): Promise<R[N]['value'] | undefined>;
  /** Reads records in key order. */
  all<N extends keyof R & string>(name: N, range?: KeyRange): Promise<R[N]['value'][]>;
  keys<N extends keyof R & string>(name: N, range?: KeyRange): Promise<R[N]['key'][]>;
};

export type Writing<R extends Records> = Reading<R> & {
  /**
   * Inserts or replaces a record. Pass `key` only for stores whose records do not contain it, see
   * `DEVICE_LAYOUT`.
   */
  put<N extends keyof R & string>(name: N, value: R[N]['value'], key?: R[N]['key']): Promise<void>;
  /** Rejects with a ConstraintError if the key or a value of a unique index exists already. */
  add<N extends keyof R & string>(name: N, value: R[N]['value'], key?: R[N]['key']): Promise<void>;
  delete<N extends keyof R & string>(name: N, keys: R[N]['key'] | KeyRange): Promise<void>;
};

export type StoreLayout = {
  /**
   * The version that every build still in use can open. A new build opens it first, until older tabs are
   * closed.
   */
  oldest: number;
  version: number;
  stores: Record<string, StoreShape>;
};

export type StoreShape = {
  /** The version that introduced the store. */
  since: number;
  /** The properties of a record that form its key; null if the key is passed separately. */
  key: string | [string, string] | null;
  /** Properties with a unique index over the records that have them. */
  unique?: readonly string[];
};

/**
 * All data on the device. Previous builds can open version 2 and no later one. New data that must work
 * alongside them goes into `notes`, or waits until no older client is open (decision 26).
 */
export const DEVICE_LAYOUT: StoreLayout = {
  oldest: 2,
  version: 2,
  stores: {
    entries: { since: 1, key: 'command_id', unique: ['open_subject'] },
    entry_files: { since: 1, key: ['command_id', 'path'] },
    drafts: { since: 1, key: ['user_id', 'order_id'] },
    draft_photos: { since: 2, key: ['user_id', 'order_id'] },
    reads: { since: 1, key: ['user_id', 'key'] },
    notes: { since: 1, key: null },
  },
};
