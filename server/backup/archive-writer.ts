import { createHash, type Hash, randomUUID } from 'node:crypto';
import { type FileHandle, link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isThere, syncDirectory } from '../platform/data-directory.ts';
import { BackupError, CHUNK_BYTES, FRAME, frameHead, MAGIC, type SectionName } from './archive-format.ts';

export type ArchiveWriter = Awaited<ReturnType<typeof createArchive>>;
type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Begins a backup beside `path`, readable by its owner only. Throws BackupError when there is a file already. */
export async function createArchive(path: string) {
  await assertFree(path);
  // A name of its own: two backups to one place do not write into each other.
  const draft = `${path}.${randomUUID()}.unfinished`;
  const file = await open(draft, 'wx', 0o600);
  const frames = frameWriter(file);
  let published = false;
  /** Removes what was written, also under its name when `finish` failed after it. */
  const abandon = async () => {
    await file.close().catch(() => undefined);
    await rm(draft, { force: true });
    if (published) await rm(path, { force: true });
  };
  try {
    await frames.raw(MAGIC);
  } catch (error) {
    await abandon();
    throw error;
  }
  return {
    async section(name: SectionName, bytes: Bytes): Promise<void> {
      const digest = createHash('sha256');
      await frames.frame(FRAME.section, Buffer.from(JSON.stringify(name)), digest);
      for await (const chunk of inChunks(bytes)) await frames.frame(FRAME.data, chunk, digest);
      await frames.frame(FRAME.section_end, digest.digest());
    },
    /** Names the file, now whole and on disk. Answers its size in bytes. Throws BackupError when another got the name meanwhile. */
    async finish(): Promise<number> {
      await frames.frame(FRAME.end, frames.whole());
      await file.sync();
      await file.close();
      await publish(draft, path);
      published = true;
      await rm(draft, { force: true });
      await syncDirectory(dirname(path));
      return frames.written();
    },
    abandon,
  };
}

/** Gives a whole file its name; it may keep its earlier one. Unlike renaming, linking replaces nothing, whoever else takes the name at this moment. */
async function publish(draft: string, path: string): Promise<void> {
  const linked = await link(draft, path).then(
    () => true,
    () => false,
  );
  if (linked) return;
  await assertFree(path);
  // A disk that knows no links, as sticks and shares do.
  await rename(draft, path);
}

async function assertFree(path: string): Promise<void> {
  if (await isThere(path)) throw new BackupError(`${path} exists already; a backup overwrites nothing`);
}

function frameWriter(file: FileHandle) {
  const whole = createHash('sha256');
  let written = 0;
  const raw = async (...parts: Uint8Array[]) => {
    for (const part of parts) whole.update(part);
    let left = Buffer.concat(parts);
    while (left.length > 0) {
      const { bytesWritten } = await file.write(left);
      written += bytesWritten;
      left = left.subarray(bytesWritten);
    }
  };
  return {
    raw,
    frame: async (kind: number, payload: Uint8Array, section?: Hash) => {
      section?.update(payload);
      await raw(frameHead(kind, payload.length), payload);
    },
    whole: () => whole.copy().digest(),
    written: () => written,
  };
}

/** Many small pieces (a row each) become few frames; none is larger than CHUNK_BYTES. */
async function* inChunks(bytes: Bytes): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes) {
    pieces.push(piece);
    size += piece.length;
    if (size < CHUNK_BYTES) continue;
    let joined = Buffer.concat(pieces);
    for (; joined.length >= CHUNK_BYTES; joined = joined.subarray(CHUNK_BYTES)) {
      yield joined.subarray(0, CHUNK_BYTES);
    }
    pieces = [joined];
    size = joined.length;
  }
  if (size > 0) yield Buffer.concat(pieces);
}
