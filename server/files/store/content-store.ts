import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from '../../platform/error-code.ts';
import { errorText } from '../../platform/error-text.ts';
import { Problem } from '../../platform/problem.ts';
import { StoreError } from './store-error.ts';

export type Content = { shop_id: number; sha256: string };

/** What a put left that was killed in the middle of it. */
export type ContentPart = { path: string; written_at: Date };

/** Content on its way out: it lies in no place where anybody looks for it, and comes back or goes for good. */
export type SetAside = Content & {
  /** Harmless when equal content is there already, or when somebody else has decided. */
  putBack(): Promise<void>;
  discard(): Promise<void>;
};

/** Content that has arrived whole and is on disk, in no place yet where anybody looks for it. */
export type Arrived = {
  readonly sha256: string;
  /** Durably under its shop and hash when it resolves; to be called under the content's lock. Answers whether it was not there before. */
  place(shop_id: number): Promise<boolean>;
  /** Forgets what was not placed. */
  drop(): Promise<void>;
};

/** Where content lies, under its shop and SHA-256; never overwritten, since equal names mean equal bytes (ruling D1). */
export type ContentStore = {
  has(shop_id: number, sha256: string): Promise<boolean>;
  /** Takes content before it is known whose it is. */
  receive(sha256: string, bytes: Uint8Array): Promise<Arrived>;
  /** Durable when it resolves. Putting the same content twice is harmless. */
  put(shop_id: number, sha256: string, bytes: Uint8Array): Promise<void>;
  read(shop_id: number, sha256: string): Promise<Readable | null>;
  remove(shop_id: number, sha256: string): Promise<void>;
  setAside(shop_id: number, sha256: string): Promise<SetAside | null>;
  /** What was set aside by whoever was killed before it was decided; what others are deciding about is among it. */
  listSetAside(): AsyncIterable<SetAside>;
  /** Tries whether something can be put. Answers what is about to keep it from that; throws what does; null when all is well. */
  trouble(): Promise<string | null>;
  /** Everything that is there, in no order. */
  list(): AsyncIterable<Content>;
  putAt(shop_id: number, sha256: string): Promise<Date | null>;
  /** Those of puts that go on are among them. */
  listParts(): AsyncIterable<ContentPart>;
  removePart(part: ContentPart): Promise<void>;
};

/** Puts of many. Each content is whole on disk before it has its name; that the names are on disk too is seen to once, at the end. */
export type Puts = {
  put(content: Content, bytes: Uint8Array): Promise<void>;
  /** Keeps what is there already. */
  keep(content: Content): void;
  /** All that was put or kept is durable when it resolves. */
  settle(): Promise<void>;
};

/** A store that a backup can be brought back into. */
export type LoadableStore = ContentStore & { beginPuts(): Puts };

/** No room, or no more than this account may have. */
const FULL = ['ENOSPC', 'EDQUOT'];

/** The problem to answer when content could not be stored; what is no failure of the system is thrown on. */
export function storeProblem(error: unknown): unknown {
  const is_systems = error instanceof Error && 'syscall' in error;
  if (!is_systems && !(error instanceof StoreError)) return error;
  const is_full = error instanceof StoreError ? error.is_full : FULL.includes(errorCode(error));
  return new Problem(is_full ? 'storage_full' : 'storage_unavailable').causedBy(error);
}

/** A store that has not answered for so long is in trouble, in ms. A bucket gives up before, and says more. */
const TRIED_MS_MAX = 35_000;

/** What is being tried now, by store. */
const trials = new WeakMap<ContentStore, Promise<string | null>>();

/**
 * What keeps files from being stored, as a sentence for the operator; null when nothing does. A network file system that is away keeps whoever asks
 * it for ever: that is not waited for, nor is it asked again meanwhile, since each call holds one of the process's few threads for files.
 */
export function storeTrouble(store: ContentStore, tried_ms_max = TRIED_MS_MAX): Promise<string | null> {
  const trial = trials.get(store) ?? tryStore(store).finally(() => trials.delete(store));
  trials.set(store, trial);
  return Promise.race([trial, pause(tried_ms_max, 'the file store does not answer', { ref: false })]);
}

async function tryStore(store: ContentStore): Promise<string | null> {
  try {
    return await store.trouble();
  } catch (error) {
    return `files cannot be stored: ${errorText(error)}`;
  }
}
