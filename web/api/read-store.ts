/**
 * Storage for responses of reads on the device, per user. `web/offline` provides it; without it nothing is
 * stored.
 */
export type StoredRead = { answer: unknown /** ms since epoch */; as_of: number };

export type ReadStore = {
  read(user_id: string, key: string): Promise<StoredRead | null>;
  write(user_id: string, key: string, stored: StoredRead): Promise<void>;
};

const NOWHERE: ReadStore = { read: () => Promise.resolve(null), write: () => Promise.resolve() };
let provided: ReadStore = NOWHERE;

export function provideReadStore(store: ReadStore): void {
  provided = store;
}

export function readStore(): ReadStore {
  return provided;
}
