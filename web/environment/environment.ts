import type { Store } from './store.ts';

/**
 * The environment of a tab, passed in as a dependency: time, randomness, timers, the network, and the locks
 * and the store that all tabs of the device share. `browser-environment.ts` implements it for browsers; the
 * simulator has its own implementation. Only `web/environment/` uses the platform's APIs for these
 * (decision 26).
 */
export type Environment = {
  /** The device's clock, in ms since epoch. It may be wrong by hours, and may be set back. */
  now(): number;
  /** Age of this tab in ms, independent of the device's clock. It may stop while the device sleeps. */
  elapsed(): number;
  random: Random;
  timer: Timer;
  /** Null if the browser has none (plain http). */
  locks: Locks | null;
  store: Store;
  /** The localStorage of previous builds; null if there is none (workers, new devices in the simulator). */
  older: LegacyStorage | null;
  /**
   * Sends a request like `fetch`: rejects with a TypeError without a response, and with the signal's reason
   * when it is aborted. If the platform supports it, reports the share of the body sent so far to `onSent`,
   * from 0 to 1.
   */
  send(url: string, request: RequestInit, onSent?: (share: number) => void): Promise<Response>;
  /** Reaches the device's other tabs, never the one that posts. */
  channel(name: string): Channel;
  page: PageState;
  /**
   * Requests a Background Sync, which sends pending entries once there is a network, even with no tab open.
   * Without browser support it does nothing, and the next tab that opens sends them.
   */
  sendLater(): void;
  /**
   * Returns the device's position. Null if the user or the device refuses it, or it is not known in time. The
   * first request may show the browser's question, which has no time limit.
   */
  position(): Promise<Position | null>;
  /** This tab's name: unchanged by a reload, different in each tab. */
  tab: string;
};

/** Degrees by WGS 84; the accuracy is a radius in whole meters. */
export type Position = { latitude: number; longitude: number; accuracy_m: number };

export type Random = {
  /** A new UUIDv7, in time order. */
  uuid(): string;
  /** At least 0 and below 1. For random delays only. */
  number(): number;
  bytes(count: number): Uint8Array<ArrayBuffer>;
};

export type Timer = {
  /**
   * Runs `work` once after `ms`, unless the returned function is called first. A sleeping page runs it late.
   */
  after(ms: number, work: () => void): () => void;
};

export type LockRequest = {
  /** Default 'exclusive'. */
  mode?: 'exclusive' | 'shared';
  /** If the lock is not available, runs `work` with false immediately. */
  ifAvailable?: boolean;
  /** Takes the lock from its holder, whose request rejects with an AbortError while its work continues. */
  steal?: boolean;
  /** Aborts the wait: the request rejects with an AbortError. No effect once the lock is granted. */
  signal?: AbortSignal;
};

/**
 * Same semantics as `navigator.locks`: held while `work` runs, granted in request order, released when the
 * tab ends.
 */
export type Locks = {
  request<T>(name: string, request: LockRequest, work: (granted: boolean) => Promise<T>): Promise<T>;
  /** Returns the names of all locks that tabs of this device hold now. */
  held(): Promise<string[]>;
};

export type Channel = {
  post(message: string): void;
  /** Calls the listener with messages from other tabs until the returned function is called. */
  listen(listener: (message: string) => void): () => void;
  close(): void;
};

/**
 * Synchronous texts by key, shared by all tabs. Never throws; a device that forbids storage keeps nothing.
 */
export type LegacyStorage = {
  read(key: string): string | null;
  write(key: string, text: string | null): void;
  /** Calls the listener after another tab changed this key; null means all keys. */
  onChange(listener: (key: string | null) => void): () => void;
};

/**
 * Visibility of the tab, and the device's report on its network. Each subscription ends when the returned
 * function is called.
 */
export type PageState = {
  visible(): boolean;
  /** The tab became visible. */
  onVisible(listener: () => void): () => void;
  /** The tab became hidden. The page may sleep from then on. */
  onHidden(listener: () => void): () => void;
  /** `true` proves little: the network may not reach the server. `false` is reliable. */
  online(): boolean;
  /** The device reports that the network is back. */
  onOnline(listener: () => void): () => void;
  /** The device reports that the network is gone. */
  onOffline(listener: () => void): () => void;
};
