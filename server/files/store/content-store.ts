import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from '../../platform/error-code.ts';
import { errorText } from '../../platform/error-text.ts';
import { Problem } from '../../platform/problem.ts';
import { StoreError } from './store-error.ts';

export type Content = { shop_id: number; sha256: string };

/** A temporary file of an upload, which is current or was killed. */
export type ContentPart = { path: string; written_at: Date };

/** Content to be deleted: hidden from reads and listings until it is put back or discarded. */
export type SetAside = Content & {
  /** Does nothing if equal content is stored, or another process has already decided. */
  putBack(): Promise<void>;
  discard(): Promise<void>;
};

/** Content that is completely on disk, but not yet visible. */
export type Arrived = {
  readonly sha256: string;
  /**
   * Makes the content visible in a shop; durable when it resolves. Call it under the content's lock. Returns
   * false if it was already there.
   */
  place(shop_id: number): Promise<boolean>;
  /** Removes the upload unless it was placed. */
  drop(): Promise<void>;
};

/** Stores content by shop and SHA-256. Never overwritten, since equal names mean equal bytes. */
export type ContentStore = {
  has(shop_id: number, sha256: string): Promise<boolean>;
  /** Writes content before its shop is known. */
  receive(sha256: string, bytes: Uint8Array): Promise<Arrived>;
  /** Durable when it resolves. Idempotent. */
  put(shop_id: number, sha256: string, bytes: Uint8Array): Promise<void>;
  read(shop_id: number, sha256: string): Promise<Readable | null>;
  remove(shop_id: number, sha256: string): Promise<void>;
  setAside(shop_id: number, sha256: string): Promise<SetAside | null>;
  /** Lists content set aside by killed processes, and possibly by running ones. */
  listSetAside(): AsyncIterable<SetAside>;
  /**
   * Writes a test object. Returns a problem that is imminent, or null if there is none. Throws a problem that
   * has already occurred.
   */
  trouble(): Promise<string | null>;
  /** Lists all content, in any order. */
  list(): AsyncIterable<Content>;
  putAt(shop_id: number, sha256: string): Promise<Date | null>;
  /** Includes the parts of current uploads. */
  listParts(): AsyncIterable<ContentPart>;
  removePart(part: ContentPart): Promise<void>;
};

/**
 * Stores many contents. Each is completely on disk before it gets its name; the names become durable
 * together, at the end.
 */
export type Puts = {
  put(content: Content, bytes: Uint8Array): Promise<void>;
  /** Keeps existing content. */
  keep(content: Content): void;
  /** Resolves when all contents that were put or kept are durable. */
  settle(): Promise<void>;
};

/** A store that can receive a restored backup. */
export type LoadableStore = ContentStore & { beginPuts(): Puts };

/** No space, or the account's quota is exceeded. */
const FULL = ['ENOSPC', 'EDQUOT'];

/**
 * Returns the problem for the response if content could not be stored. Errors that are not the system's are
 * returned unchanged.
 */
export function storeProblem(error: unknown): unknown {
  const is_systems = error instanceof Error && 'syscall' in error;
  if (!is_systems && !(error instanceof StoreError)) return error;
  const is_full = error instanceof StoreError ? error.is_full : FULL.includes(errorCode(error));
  return new Problem(is_full ? 'storage_full' : 'storage_unavailable').causedBy(error);
}

/**
 * The time after which an unresponsive store is reported, in ms. A bucket fails earlier, with a more specific
 * error.
 */
const TRIED_MS_MAX = 35_000;

/** The current trial of each store. */
const trials = new WeakMap<ContentStore, Promise<string | null>>();

/**
 * Returns why files cannot be stored, as a sentence for the operator; null if they can. A disconnected
 * network file system blocks calls forever: they are not awaited beyond the limit, and not repeated
 * meanwhile, since each occupies one of the process's few threads for files.
 */
export function findStoreTrouble(store: ContentStore, tried_ms_max = TRIED_MS_MAX): Promise<string | null> {
  const trial = trials.get(store) ?? tryStore(store).finally(() => trials.delete(store));
  trials.set(store, trial);
  return Promise.race([trial, pause(tried_ms_max, 'the file store does not respond', { ref: false })]);
}

async function tryStore(store: ContentStore): Promise<string | null> {
  try {
    return await store.trouble();
  } catch (error) {
    return `files cannot be stored: ${errorText(error)}`;
  }
}
