import type { Tx } from '../platform/database/database.ts';
import type { BodyPart } from '../platform/http/multipart.ts';
import type { Services } from '../platform/http/services.ts';

/** A file that a command names: the version of a path with these bytes. */
export type NamedFile = { path: string; sha256: string };

/** The services of every route, with the files of commands. */
export type CommandServices = Services & { files: CommandFiles };

/** Handles the files that commands name. Implemented in server/files, which depends on this folder. */
export type CommandFiles = {
  /** Resolves to true if the store has this content of the shop, by its SHA-256. */
  has(shop_id: number, sha256: string): Promise<boolean>;
  /**
   * Writes the files of a command to disk, each part under the hash that names it, before any query to the
   * database. Throws `malformed` for a part that the command does not name. Other errors of the files are
   * thrown by `within`, once the files are known to be needed.
   */
  receive(named: readonly NamedFile[], parts: readonly BodyPart[]): Promise<ArrivedFiles>;
};

/** The files that arrived with their command; none for a command that was sent alone. */
export type ArrivedFiles = {
  /** Requests the locks of the contents, together with the transaction's next queries. */
  hold(tx: Tx): HeldFiles;
  /** Deletes files that were not placed. */
  drop(): Promise<void>;
  readonly count: number;
};

export type HeldFiles = {
  /**
   * Moves the contents to their places and then runs `work`, which pins them; if it throws, removes the newly
   * placed ones. Throws `file_hash`, `file_type`, `storage_full`, `storage_unavailable`, and the errors of
   * `work`.
   */
  within<T>(shop_id: number, work: () => Promise<T>): Promise<T>;
  /**
   * The hashes that `within` newly placed: no sweep can remove them while this transaction holds the locks.
   */
  placed(): ReadonlySet<string>;
};

/** Returns all files in a command's input, at any depth: each is a path with the hash of its bytes. */
export function namedFiles(input: unknown): NamedFile[] {
  if (input === null || typeof input !== 'object') return [];
  const { path, sha256 } = input as Partial<NamedFile>;
  if (typeof path === 'string' && typeof sha256 === 'string') return [{ path, sha256 }];
  return Object.values(input).flatMap(namedFiles);
}
