import { type FileHandle, open } from 'node:fs/promises';
import { type ArchiveBytes, archiveBytes, damaged } from './archive-bytes.ts';
import { type Checksums, checksumsOf, sectionDigest } from './archive-checksums.ts';
import {
  BadBackup,
  CHUNK_BYTES,
  DIGEST_BYTES,
  FORMAT,
  FORMATS,
  type Format,
  FRAME,
  FRAME_HEAD_BYTES,
  MAGIC,
  MAGIC_PREFIX,
  magicOf,
  SECTION_TYPES,
  type SectionName,
} from './archive-format.ts';

/**
 * The offsets of the first frame and of the end of the last one, the data's size in bytes and its hash in
 * hex.
 */
export type Section = SectionName & { at: number; end: number; bytes: number; sha256: string };

/** A backup that is open for reading. */
export type Archive = { path: string; file: FileHandle; format: Format };

type Frame = { kind: number; head: Buffer; payload: Buffer };

/**
 * Reads a whole backup and verifies every checksum. `on_section` receives each verified section, `on_read`
 * the number of bytes of each read. Returns the format and the checksum of the whole file in hex, which is
 * unique to the backup. Throws BadBackup or errors of the file system.
 */
export async function verifyArchive(
  path: string,
  {
    on_section,
    on_read,
  }: { on_section: (section: Section, format: Format) => void; on_read?: (bytes: number) => void },
): Promise<{ format: Format; sha256: string }> {
  const file = await open(path, 'r');
  try {
    const bytes = archiveBytes({ path, file }, {}, on_read);
    const format = await readMagic(bytes);
    const checksums = checksumsOf(format, magicOf(format));
    for (;;) {
      const at = bytes.position();
      const { kind, head, payload } = await readFrame(bytes);
      if (kind === FRAME.end) return { format, sha256: await checkEnd(bytes, payload, checksums) };
      if (kind !== FRAME.section) throw damaged({ path });
      checksums.section(head, payload);
      const name = sectionName(bytes, payload);
      const passed = await passData(bytes, checksums);
      on_section({ ...name, ...passed, at, end: bytes.position() }, format);
    }
  } finally {
    await file.close();
  }
}

/** Reads the data of one section and verifies its checksum at the end. Throws BadBackup. */
export async function* sectionData({ file, path, format }: Archive, { at, end }: Section) {
  const bytes = archiveBytes({ path, file }, { from: at, to: end });
  const first = await readFrame(bytes);
  if (first.kind !== FRAME.section) throw damaged({ path });
  const digest = sectionDigest(format, first.payload);
  for (;;) {
    const { kind, payload } = await readFrame(bytes);
    if (kind === FRAME.section_end && payload.equals(digest.digest())) return;
    if (kind !== FRAME.data) throw damaged({ path });
    digest.update(payload);
    yield payload;
  }
}

async function passData(
  bytes: ArchiveBytes,
  checksums: Checksums,
): Promise<Pick<Section, 'bytes' | 'sha256'>> {
  for (let length = 0; ; ) {
    const { kind, head, payload } = await readFrame(bytes);
    if (kind === FRAME.data) {
      checksums.data(head, payload);
      length += payload.length;
      continue;
    }
    if (kind !== FRAME.section_end || !payload.equals(checksums.sectionEnd())) throw damaged(bytes);
    checksums.afterSection(head, payload);
    return { bytes: length, sha256: payload.toString('hex') };
  }
}

async function readMagic(bytes: ArchiveBytes): Promise<Format> {
  const found = await bytes.upTo(MAGIC.length);
  const format = FORMATS.find((known) => found.equals(magicOf(known)));
  if (format) return format;
  const [, later] = /^(\d)\r\n/.exec(textAfterWords(found)) ?? [];
  if (Number(later) > FORMAT) {
    throw new BadBackup(
      `${bytes.path} was made by a newer version of this program. Restore it with that version.`,
    );
  }
  throw new BadBackup(`${bytes.path} is not a backup of this program`);
}

function textAfterWords(magic: Buffer): string {
  const text = magic.toString('latin1');
  return text.startsWith(MAGIC_PREFIX) ? text.slice(MAGIC_PREFIX.length) : '';
}

async function readFrame(bytes: ArchiveBytes): Promise<Frame> {
  const head = await bytes.readExactly(FRAME_HEAD_BYTES);
  const length = head.readUInt32BE(1);
  if (length > CHUNK_BYTES) throw damaged(bytes);
  return { kind: head.readUInt8(0), head, payload: await bytes.readExactly(length) };
}

async function checkEnd(bytes: ArchiveBytes, digest: Buffer, checksums: Checksums): Promise<string> {
  if (digest.length !== DIGEST_BYTES || !digest.equals(checksums.end())) throw damaged(bytes);
  if ((await bytes.upTo(1)).length > 0) throw damaged(bytes);
  return digest.toString('hex');
}

function sectionName(bytes: ArchiveBytes, payload: Buffer): SectionName {
  let value: Partial<SectionName> | null;
  try {
    value = JSON.parse(payload.toString('utf8')) as Partial<SectionName> | null;
  } catch {
    throw damaged(bytes);
  }
  const type = SECTION_TYPES.find((known) => known === value?.type);
  if (!type || typeof value?.name !== 'string') throw damaged(bytes);
  return { type, name: value.name };
}
