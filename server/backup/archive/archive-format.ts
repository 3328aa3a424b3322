import type { Content } from '../../files/store/content-store.ts';

/**
 * A backup is one file: MAGIC (with the number of the format and a line end that text-mode copying would
 * change), then frames. A frame is its kind (1 byte), the length of its payload (4 bytes, big-endian) and the
 * payload. A section is one `section` frame (JSON: type and name), `data` frames and one `section_end` (a
 * SHA-256). The last frame is `end` (also a SHA-256). Nothing follows it.
 *
 * Backups are written in format 2: `section_end` contains the SHA-256 of the section's data, which for a file
 * is the hash in its name; `end` contains the SHA-256 of all section names and hashes. Each byte is thus
 * hashed once. In format 1 `section_end` also covers the name, and `end` covers every byte before it.
 */
export const MAGIC_PREFIX = 'MANDOOB BACKUP ';
export const FORMATS = [1, 2] as const;
export type Format = (typeof FORMATS)[number];
export const FORMAT = 2;
export const MAGIC = magicOf(FORMAT);

export const FRAME = { section: 1, data: 2, section_end: 3, end: 4 } as const;
export const FRAME_HEAD_BYTES = 5;
export const DIGEST_BYTES = 32;
/** The largest payload of a `data` frame, in bytes. */
export const CHUNK_BYTES = 1_048_576;

export const SECTION_TYPES = ['manifest', 'secrets', 'file', 'table'] as const;
export type SectionType = (typeof SECTION_TYPES)[number];

/** The name of a file section is `{shop}/{sha256}`, that of a table section is the table's name. */
export type SectionName = { type: SectionType; name: string };

/**
 * A backup or restore failed because of the file, the passphrase or the target; the message names the cause.
 */
export class BackupError extends Error {
  override readonly name: string = 'BackupError';
}

/** The file cannot be restored: it is damaged, truncated, not a backup, or made by a newer version. */
export class BadBackup extends BackupError {
  override readonly name = 'BadBackup';
}

export function magicOf(format: Format): Buffer {
  return Buffer.from(`${MAGIC_PREFIX}${format}\r\n\u001a\n`, 'latin1');
}

export function frameHead(kind: number, length: number): Buffer {
  const head = Buffer.allocUnsafe(FRAME_HEAD_BYTES);
  head.writeUInt8(kind, 0);
  head.writeUInt32BE(length, 1);
  return head;
}

/** Parses the name of a file section. Returns undefined for any other name. */
export function contentNamed(name: string): Content | undefined {
  const [, shop_id, sha256] = /^(\d+)\/([0-9a-f]{64})$/.exec(name) ?? [];
  return sha256 === undefined ? undefined : { shop_id: Number(shop_id), sha256 };
}
