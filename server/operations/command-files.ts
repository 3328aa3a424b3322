import type { Tx } from '../platform/database/database.ts';
import type { BodyPart } from '../platform/http/multipart.ts';
import type { Services } from '../platform/http/services.ts';

/** What a command names: the version of a path that has these bytes. */
export type NamedFile = { path: string; sha256: string };

/** What mounting a command takes beside what every route is given. */
export type CommandServices = Services & { files: CommandFiles };

/** How commands deal with what they name. The files' own folder stands above this one, and gives it. */
export type CommandFiles = {
  /** Whether the store has this content of the shop, by its SHA-256. */
  has(shop_id: number, sha256: string): Promise<boolean>;
  /**
   * Puts what came with a command on disk, each part under the hash that names it, before anything is asked of the database. Throws
   * `malformed` for a part that the command does not name. What else is wrong with them `held` says, once it is known that they are needed.
   */
  receive(named: readonly NamedFile[], parts: readonly BodyPart[]): Promise<ArrivedFiles>;
};

/** Files that came with their command; none, for one that came alone. */
export type ArrivedFiles = {
  /** Asks for the locks of the contents, together with what is asked of the transaction next. */
  hold(tx: Tx): HeldFiles;
  /** Forgets what was not placed. */
  drop(): Promise<void>;
  readonly count: number;
};

export type HeldFiles = {
  /**
   * Puts the contents in their places, and then runs what pins them; takes away again what was not there before when that refuses. Throws
   * `file_hash`, `file_type`, `storage_full`, `storage_unavailable`, and what `work` throws.
   */
  within<T>(shop_id: number, work: () => Promise<T>): Promise<T>;
  /** The hashes of what `within` has newly put in its place: nobody had it to take away before, nor may while this transaction holds the locks. */
  placed(): ReadonlySet<string>;
};

/** Wherever they stand in a command's input: each is a path with the hash of its bytes. */
export function namedFiles(input: unknown): NamedFile[] {
  if (input === null || typeof input !== 'object') return [];
  const { path, sha256 } = input as Partial<NamedFile>;
  if (typeof path === 'string' && typeof sha256 === 'string') return [{ path, sha256 }];
  return Object.values(input).flatMap(namedFiles);
}
