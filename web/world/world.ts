import type { Store } from './store.ts';

/**
 * What a tab is given instead of taking it: time, chance, waiting, the locks and the store that it shares with the device's
 * other tabs, and the network. The browser's is `browser-world.ts`; the simulator has its own. Only `web/world/` touches what
 * lies behind it (decision 26).
 */
export type World = {
  /** The device's clock, in ms since epoch. It may be wrong by hours, and may be set back. */
  now(): number;
  /** For how long this tab has lived, in ms: nobody can set that. It may stand still while the device sleeps. */
  elapsed(): number;
  random: Random;
  timer: Timer;
  /** Null where the browser has none (plain http). */
  locks: Locks | null;
  store: Store;
  /** What builds before this one kept in localStorage; null where there is none (workers, the simulator's new phones). */
  older: OlderStorage | null;
  /**
   * Like `fetch`: rejects with a TypeError when nothing was answered, and with the signal's reason once that is aborted. Where the world can, it tells
   * `onSent` which share of the body has left, from 0 to 1.
   */
  send(url: string, request: RequestInit, onSent?: (share: number) => void): Promise<Response>;
  /** Reaches the device's other tabs, never the one that posts. */
  channel(name: string): Channel;
  page: PageLife;
  /**
   * Asks the device to send what waits as soon as there is a network, also once no tab lives any more. Where it can do no such thing,
   * nothing happens: then the next tab sends.
   */
  sendLater(): void;
  /** This tab's name: the same after a reload, another in another tab. */
  tab: string;
};

export type Random = {
  /** A new UUIDv7, in time order. */
  uuid(): string;
  /** At least 0 and below 1. For waiting times only. */
  number(): number;
  bytes(count: number): Uint8Array<ArrayBuffer>;
};

export type Timer = {
  /** Runs `work` once after so many ms, unless the answer is called before. A sleeping page runs it late. */
  after(ms: number, work: () => void): () => void;
};

export type LockRequest = {
  /** Default 'exclusive'. */
  mode?: 'exclusive' | 'shared';
  /** Runs `work` with false at once instead of waiting. */
  ifAvailable?: boolean;
  /** Takes the lock from whoever holds it: his request rejects with an AbortError, his work goes on. */
  steal?: boolean;
  /** Gives up waiting: the request rejects with an AbortError. No effect once the lock is granted. */
  signal?: AbortSignal;
};

/** As `navigator.locks`: held while `work` runs, granted in the order of asking, given back when the tab dies. */
export type Locks = {
  request<T>(name: string, request: LockRequest, work: (granted: boolean) => Promise<T>): Promise<T>;
  /** The names of all locks that any tab of this device holds now. */
  held(): Promise<string[]>;
};

export type Channel = {
  post(message: string): void;
  /** Calls the listener with what other tabs post, until the answer is called. */
  listen(listener: (message: string) => void): () => void;
  close(): void;
};

/** Texts by key, at once, shared by all tabs. Never throws: a device that forbids it keeps nothing. */
export type OlderStorage = {
  read(key: string): string | null;
  write(key: string, text: string | null): void;
  /** Calls the listener after another tab changed what lies under this key; null: under all of them. */
  onChange(listener: (key: string | null) => void): () => void;
};

/** Whether somebody looks at the tab, and what the device believes of its network. Each listener until its answer is called. */
export type PageLife = {
  visible(): boolean;
  /** Somebody has begun to look. */
  onVisible(listener: () => void): () => void;
  /** Nobody looks any more. The page may sleep from then on. */
  onHidden(listener: () => void): () => void;
  /** True says little, false says much. */
  online(): boolean;
  /** The network is said to be back. */
  onOnline(listener: () => void): () => void;
  /** It is said to be gone. */
  onOffline(listener: () => void): () => void;
};
