import { type FileHandle, link, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isThere, syncDirectory } from '../../platform/data-directory/data-directory.ts';
import { checksumsOf } from './archive-checksums.ts';
import {
  BackupError,
  CHUNK_BYTES,
  FORMAT,
  FRAME,
  frameHead,
  MAGIC,
  type SectionName,
} from './archive-format.ts';
import { draftOf, openDraft, type SelectNamed } from './unfinished-archive.ts';

export type ArchiveWriter = Awaited<ReturnType<typeof createArchive>>;
type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * Begins a backup next to `path`, readable only by its owner, or continues the draft that a killed backup of
 * `source` left: contents in it are kept if they are still `named`. The caller ensures that no other process
 * writes a backup of this source. Throws BackupError if the file exists.
 */
export async function createArchive(path: string, { source, named }: { source: string; named: SelectNamed }) {
  await assertFree(path);
  const draft = draftOf(path, source);
  const { file, kept } = await openDraft(draft, named);
  const frames = frameWriter(file, kept.end);
  let published: string | undefined;
  /** Removes the written file, also under its final name if `finish` failed after publishing. */
  const abandon = async () => {
    await frames.settled().catch(() => undefined);
    await file.close().catch(() => undefined);
    await rm(draft, { force: true });
    if (published !== undefined) await rm(published, { force: true });
  };
  try {
    if (kept.end === 0) await frames.begin();
    for (const { name, sha256 } of kept.contents) frames.addExisting({ type: 'file', name }, sha256);
  } catch (error) {
    await abandon();
    throw error;
  }
  return {
    /** The names of contents that are already in the file. */
    kept: new Set(kept.contents.map(({ name }) => name)) as ReadonlySet<string>,
    section: frames.section,
    /** Writes buffered frames to the operating system, so that they survive a kill. */
    flush: frames.flush,
    /**
     * Syncs the complete file and gives it its name. Returns its size in bytes. Throws BackupError if another
     * process took the name in the meantime.
     */
    async finish(name = path): Promise<number> {
      const bytes = await frames.end();
      await frames.settled();
      await file.sync();
      await file.close();
      await publish(draft, name);
      published = name;
      await rm(draft, { force: true });
      await syncDirectory(dirname(path));
      return bytes;
    },
    abandon,
  };
}

/** Gives the complete file its name. Unlike a rename, a link never replaces an existing file. */
async function publish(draft: string, path: string): Promise<void> {
  const linked = await link(draft, path).then(
    () => true,
    () => false,
  );
  if (linked) return;
  await assertFree(path);
  // File systems without hard links (USB sticks, network shares).
  await rename(draft, path);
}

async function assertFree(path: string): Promise<void> {
  if (await isThere(path)) throw new BackupError(`${path} already exists; a backup never overwrites a file`);
}

/** Small frames are buffered up to this size, in bytes. */
const WRITE_BYTES = CHUNK_BYTES;

function frameWriter(file: FileHandle, from: number) {
  const checksums = checksumsOf(FORMAT, MAGIC);
  const sync = backgroundSync(file);
  let pieces: Uint8Array[] = [];
  let [pending, position] = [0, from];

  async function add(...added: Uint8Array[]): Promise<void> {
    pieces.push(...added);
    for (const { length } of added) pending += length;
    if (pending >= WRITE_BYTES) await write();
  }

  async function write(): Promise<void> {
    let left = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
    [pieces, pending] = [[], 0];
    while (left.length > 0) {
      const { bytesWritten } = await file.write(left, 0, left.length, position);
      position += bytesWritten;
      left = left.subarray(bytesWritten);
    }
    sync.wrote(position);
  }

  return {
    async begin(): Promise<void> {
      await add(MAGIC);
      // Written now, so that disk errors surface before any content is read.
      await write();
    },
    /** Adds the checksum of a section that is already in the file. */
    addExisting(section: SectionName, sha256: Buffer): void {
      const name = nameOf(section);
      checksums.section(frameHead(FRAME.section, name.length), name);
      checksums.afterSection(frameHead(FRAME.section_end, sha256.length), sha256);
    },
    async section(section: SectionName, bytes: Bytes): Promise<void> {
      const name = nameOf(section);
      const head = frameHead(FRAME.section, name.length);
      checksums.section(head, name);
      await add(head, name);
      for await (const chunk of inChunks(bytes)) {
        const data_head = frameHead(FRAME.data, chunk.length);
        checksums.data(data_head, chunk);
        await add(data_head, chunk);
      }
      const digest = checksums.sectionEnd();
      const end_head = frameHead(FRAME.section_end, digest.length);
      checksums.afterSection(end_head, digest);
      await add(end_head, digest);
    },
    /** Returns the size of the whole file in bytes. */
    async end(): Promise<number> {
      const digest = checksums.end();
      await add(frameHead(FRAME.end, digest.length), digest);
      await write();
      return position;
    },
    flush: write,
    settled: sync.settled,
  };
}

const SYNC_BYTES = 67_108_864;

/** Syncs written data while more is being written, so that little is left to sync at the end. */
function backgroundSync(file: FileHandle) {
  let [synced, under_way] = [0, false];
  let last: Promise<void> = Promise.resolve();
  return {
    wrote(position: number): void {
      if (under_way || position - synced < SYNC_BYTES) return;
      [synced, under_way] = [position, true];
      last = file.datasync().then(() => {
        under_way = false;
      });
      // `settled` reports this failure. No later sync is started, since it would not report the failure
      // again.
      last.catch(() => undefined);
    },
    settled: () => last,
  };
}

function nameOf(section: SectionName): Buffer {
  return Buffer.from(JSON.stringify(section));
}

/** Combines many small chunks (one per row) into few frames of at most CHUNK_BYTES. */
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
  if (size > 0) yield pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
}
