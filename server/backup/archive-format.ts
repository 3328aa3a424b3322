/**
 * A backup is one file: MAGIC with the format's number and a line end that text-mode copying would change, then frames. A
 * frame is its kind (1 byte), the length of its payload (4 bytes, big-endian) and the payload. Sections are one `section`
 * frame (JSON: type and name), `data` frames and one `section_end` (SHA-256 of the section's payloads before it). The
 * last frame is `end`: SHA-256 of every byte before it. Nothing follows.
 */
export const MAGIC_WORDS = 'MANDOOB BACKUP ';
export const FORMAT = '1';
export const MAGIC = Buffer.from(`${MAGIC_WORDS}${FORMAT}\r\n\u001a\n`, 'latin1');

export const FRAME = { section: 1, data: 2, section_end: 3, end: 4 } as const;
export const FRAME_HEAD_BYTES = 5;
export const DIGEST_BYTES = 32;
/** What one `data` frame holds at most. */
export const CHUNK_BYTES = 262_144;

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

export function frameHead(kind: number, length: number): Buffer {
  const head = Buffer.allocUnsafe(FRAME_HEAD_BYTES);
  head.writeUInt8(kind, 0);
  head.writeUInt32BE(length, 1);
  return head;
}
