/**
 * A small transactional store, as much of IndexedDB as the product needs. Records are copied in and out (structured clone).
 * `Records` tells for each store its key, its value and the names of its unique indexes.
 */
export type Key = string | [string, string];
export type Records = Record<string, { key: Key; value: unknown; unique?: string }>;

/** Keys that are pairs of texts and begin with this one, or texts that begin with this. */
export type KeyRange = { pairs_of: string } | { starts_with: string };

// biome-ignore lint/suspicious/noExplicitAny: whoever uses the store says what lies in it, see web/offline/device-records.ts
export type AnyRecords = any;

export type Store<R extends Records = AnyRecords> = {
  /**
   * One transaction over these stores, which sees one state. `work` awaits nothing but its requests: the transaction commits
   * when none is left. Rejects with what `work` throws, and with a DOMException named as in IndexedDB.
   */
  read<N extends keyof R & string, T>(
    names: readonly N[],
    work: (tx: Reading<Pick<R, N>>) => Promise<T>,
  ): Promise<T>;
  /**
   * Likewise, and resolves once it is committed; with `durable`, once it is on the disk. Where `work` throws or a request fails
   * (ConstraintError, QuotaExceededError) nothing of it is stored. Writers of a store follow one another. When the device cut the
   * connection `work` is run once more, so it has to stand being run twice.
   */
  write<N extends keyof R & string, T>(
    names: readonly N[],
    work: (tx: Writing<Pick<R, N>>) => Promise<T>,
    durability?: 'durable',
  ): Promise<T>;
  /**
   * Asks the device not to throw this store away when it is full; some ask the user. Answers whether it will not; null where it
   * cannot be asked.
   */
  persist(): Promise<boolean | null>;
  /** How many bytes may still be stored, where that is little; null where there is enough, or nobody can tell. */
  room(): Promise<number | null>;
  /** Lets the connection go. The next transaction opens another one. */
  close(): Promise<void>;
};

export type Reading<R extends Records> = {
  get<N extends keyof R & string>(name: N, key: R[N]['key']): Promise<R[N]['value'] | undefined>;
  /** By a unique index of this store. */
  by<N extends keyof R & string>(
    name: N,
    index: R[N]['unique'] & string,
    value: string,
  ): Promise<R[N]['value'] | undefined>;
  /** In the order of their keys. */
  all<N extends keyof R & string>(name: N, range?: KeyRange): Promise<R[N]['value'][]>;
  keys<N extends keyof R & string>(name: N, range?: KeyRange): Promise<R[N]['key'][]>;
};

export type Writing<R extends Records> = Reading<R> & {
  /** Replaces what has the same key. `key` only where the records do not carry it, see `STORES`. */
  put<N extends keyof R & string>(name: N, value: R[N]['value'], key?: R[N]['key']): Promise<void>;
  /** Fails with a ConstraintError where the key, or a unique index's value, is taken. */
  add<N extends keyof R & string>(name: N, value: R[N]['value'], key?: R[N]['key']): Promise<void>;
  delete<N extends keyof R & string>(name: N, keys: R[N]['key'] | KeyRange): Promise<void>;
};

export type StoreLayout = {
  /** What every build opens that may still live on a device: a new one begins at it, and waits there for those to go. */
  oldest: number;
  version: number;
  stores: Record<string, StoreShape>;
};

export type StoreShape = {
  /** The version that brought it. */
  since: number;
  /** The properties of a record that are its key; null where it is told apart from the record. */
  key: string | [string, string] | null;
  /** Properties that are indexed and unique among the records that have them. */
  unique?: readonly string[];
};

/**
 * Everything the device keeps. Builds of before open version 2 and none after it: a store that is to be kept beside them
 * belongs among the notes, or waits for a version that no older client lives to miss (decision 26).
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
