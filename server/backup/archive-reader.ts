import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import {
  BadBackup,
  CHUNK_BYTES,
  DIGEST_BYTES,
  FRAME,
  FRAME_HEAD_BYTES,
  MAGIC,
  MAGIC_WORDS,
  SECTION_TYPES,
  type SectionName,
} from './archive-format.ts';

/** `data` is read before the next section is asked for; what is left of it is passed over. */
export type Section = SectionName & { data: AsyncIterable<Buffer> };

type Frame = { kind: number; payload: Buffer };
type Source = { path: string; file: FileHandle; whole: Hash; on_read: (bytes: number) => void };

/**
 * Reads a backup section by section and holds every checksum: a section is good once its data ended, the file once the last
 * section was passed. `on_read` hears how many bytes were read. Throws BadBackup, or what the file system throws.
 */
export async function* readSections(
  path: string,
  on_read: (bytes: number) => void = () => undefined,
): AsyncGenerator<Section> {
  const file = await open(path, 'r');
  try {
    const source = { path, file, whole: createHash('sha256'), on_read };
    await readMagic(source);
    for (;;) {
      const frame = await readFrame(source);
      if (frame.kind === FRAME.end) return await checkEnd(source);
      if (frame.kind !== FRAME.section) throw damaged(source);
      const digest = createHash('sha256').update(frame.payload);
      const next = () => nextData(source, digest);
      let left = true;
      const data = {
        async *[Symbol.asyncIterator]() {
          for (let chunk = await next(); chunk; chunk = await next()) yield chunk;
          left = false;
        },
      };
      yield { ...sectionName(source, frame.payload), data };
      while (left) left = (await next()) !== null;
    }
  } finally {
    await file.close();
  }
}

/** The next piece of a section; null at its end, with its checksum held. */
async function nextData(source: Source, digest: Hash): Promise<Buffer | null> {
  const { kind, payload } = await readFrame(source);
  if (kind === FRAME.data) {
    digest.update(payload);
    return payload;
  }
  if (kind !== FRAME.section_end || !payload.equals(digest.digest())) throw damaged(source);
  return null;
}

async function readMagic(source: Source): Promise<void> {
  const found = await readUpTo(source, MAGIC.length);
  source.whole.update(found);
  if (found.equals(MAGIC)) return;
  const text = found.toString('latin1');
  if (text.startsWith(MAGIC_WORDS) && /^[2-9]\r\n/.test(text.slice(MAGIC_WORDS.length))) {
    throw new BadBackup(
      `${source.path} was made by a newer version of this program. Restore it with that one.`,
    );
  }
  throw new BadBackup(`${source.path} is no backup of this program`);
}

async function readFrame(source: Source): Promise<Frame> {
  const head = await readExactly(source, FRAME_HEAD_BYTES);
  const kind = head.readUInt8(0);
  const length = head.readUInt32BE(1);
  if (length > CHUNK_BYTES) throw damaged(source);
  // The last frame holds the digest of what stands before it.
  if (kind === FRAME.end && length === DIGEST_BYTES) return { kind, payload: Buffer.alloc(0) };
  if (kind === FRAME.end) throw damaged(source);
  const payload = await readExactly(source, length);
  source.whole.update(head).update(payload);
  return { kind, payload };
}

async function checkEnd(source: Source): Promise<void> {
  const digest = await readExactly(source, DIGEST_BYTES);
  if (!digest.equals(source.whole.digest())) throw damaged(source);
  if ((await readUpTo(source, 1)).length > 0) throw damaged(source);
}

function sectionName(source: Source, payload: Buffer): SectionName {
  let value: Partial<SectionName> | null;
  try {
    value = JSON.parse(payload.toString('utf8')) as Partial<SectionName> | null;
  } catch {
    throw damaged(source);
  }
  const type = SECTION_TYPES.find((known) => known === value?.type);
  if (!type || typeof value?.name !== 'string') throw damaged(source);
  return { type, name: value.name };
}

async function readExactly(source: Source, length: number): Promise<Buffer> {
  const bytes = await readUpTo(source, length);
  if (bytes.length < length) throw new BadBackup(`${source.path} is cut short`);
  return bytes;
}

async function readUpTo({ file, on_read }: Source, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let got = 0;
  while (got < length) {
    const { bytesRead } = await file.read(bytes, got, length - got);
    if (bytesRead === 0) break;
    got += bytesRead;
  }
  on_read(got);
  return bytes.subarray(0, got);
}

function damaged({ path }: Source): BadBackup {
  return new BadBackup(`${path} is damaged: its checksums do not match`);
}
