import type { Content } from '../../files/store/content-store.ts';

/**
 * A backup is one file: MAGIC with the format's number and a line end that text-mode copying would change, then frames. A
 * frame is its kind (1 byte), the length of its payload (4 bytes, big-endian) and the payload. Sections are one `section`
 * frame (JSON: type and name), `data` frames and one `section_end` (a SHA-256). The last frame is `end` (a SHA-256 too).
 * Nothing follows.
 *
 * In format 2, which is written, `section_end` holds the SHA-256 of the section's data, for a file the one it is named by, and
 * `end` that of every section's name and SHA-256: each byte is hashed once. In format 1 `section_end` covers the name too, and
 * `end` every byte before it.
 */
export const MAGIC_WORDS = 'MANDOOB BACKUP ';
export const FORMATS = [1, 2] as const;
export type Format = (typeof FORMATS)[number];
export const FORMAT = 2;
export const MAGIC = magicOf(FORMAT);

export const FRAME = { section: 1, data: 2, section_end: 3, end: 4 } as const;
export const FRAME_HEAD_BYTES = 5;
export const DIGEST_BYTES = 32;
/** What one `data` frame holds at most. */
export const CHUNK_BYTES = 1_048_576;

export const SECTION_TYPES = ['manifest', 'secrets', 'file', 'table'] as const;
export type SectionType = (typeof SECTION_TYPES)[number];

/** Content is named `{shop}/{sha256}`, a table by its name. */
export type SectionName = { type: SectionType; name: string };

/** A backup cannot be made or brought back: of the file, the passphrase or the place; the message says which. */
export class BackupError extends Error {
  override readonly name: string = 'BackupError';
}

/** The file cannot be restored: it is damaged, cut short, no backup, or made by a newer version. */
export class BadBackup extends BackupError {
  override readonly name = 'BadBackup';
}

export function magicOf(format: Format): Buffer {
  return Buffer.from(`${MAGIC_WORDS}${format}\r\n\u001a\n`, 'latin1');
}

export function frameHead(kind: number, length: number): Buffer {
  const head = Buffer.allocUnsafe(FRAME_HEAD_BYTES);
  head.writeUInt8(kind, 0);
  head.writeUInt32BE(length, 1);
  return head;
}

/** The content that a section's name tells of; undefined for a name that is none. */
export function contentNamed(name: string): Content | undefined {
  const [, shop_id, sha256] = /^(\d+)\/([0-9a-f]{64})$/.exec(name) ?? [];
  return sha256 === undefined ? undefined : { shop_id: Number(shop_id), sha256 };
}
