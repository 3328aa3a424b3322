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
import { draftOf, type NamedAmong, openDraft } from './unfinished-archive.ts';

export type ArchiveWriter = Awaited<ReturnType<typeof createArchive>>;
type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * Begins a backup beside `path`, readable by its owner only, or goes on with what a killed one left in the draft named for `source`: with those of its
 * contents that are still `named`. The caller sees to it that nobody else writes a backup of this source. Throws BackupError when there is a file already.
 */
export async function createArchive(path: string, { source, named }: { source: string; named: NamedAmong }) {
  await assertFree(path);
  const draft = draftOf(path, source);
  const { file, kept } = await openDraft(draft, named);
  const frames = frameWriter(file, kept.end);
  let published: string | undefined;
  /** Removes what was written, also under its name when `finish` failed after it. */
  const abandon = async () => {
    await frames.settled().catch(() => undefined);
    await file.close().catch(() => undefined);
    await rm(draft, { force: true });
    if (published !== undefined) await rm(published, { force: true });
  };
  try {
    if (kept.end === 0) await frames.begin();
    for (const { name, sha256 } of kept.contents) frames.passed({ type: 'file', name }, sha256);
  } catch (error) {
    await abandon();
    throw error;
  }
  return {
    /** Contents that are in the file already, by name. */
    kept: new Set(kept.contents.map(({ name }) => name)) as ReadonlySet<string>,
    section: frames.section,
    /** Gives to the system what was written so far: a kill does not take it away. */
    flush: frames.flush,
    /** Names the file, now whole and on disk, in the same directory. Answers its size in bytes. Throws BackupError when another got the name meanwhile. */
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

/** Small frames go to the file together. */
const WRITE_BYTES = CHUNK_BYTES;

function frameWriter(file: FileHandle, from: number) {
  const checksums = checksumsOf(FORMAT, MAGIC);
  const sync = syncBesides(file);
  let pieces: Uint8Array[] = [];
  let [waiting, position] = [0, from];

  async function add(...added: Uint8Array[]): Promise<void> {
    pieces.push(...added);
    for (const { length } of added) waiting += length;
    if (waiting >= WRITE_BYTES) await write();
  }

  async function write(): Promise<void> {
    let left = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
    [pieces, waiting] = [[], 0];
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
      // What the disk refuses is heard before anything is read.
      await write();
    },
    /** Counts a section that is in the file already. */
    passed(section: SectionName, sha256: Buffer): void {
      const name = nameOf(section);
      checksums.section(frameHead(FRAME.section, name.length), name);
      checksums.passed(frameHead(FRAME.section_end, sha256.length), sha256);
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
      checksums.passed(end_head, digest);
      await add(end_head, digest);
    },
    /** Answers the size of the whole file. */
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

/** Brings to the disk what is written, while more is: at the end little is left to wait for. */
function syncBesides(file: FileHandle) {
  let [synced, under_way] = [0, false];
  let last: Promise<void> = Promise.resolve();
  return {
    wrote(position: number): void {
      if (under_way || position - synced < SYNC_BYTES) return;
      [synced, under_way] = [position, true];
      last = file.datasync().then(() => {
        under_way = false;
      });
      // A failure is kept for `settled`, and no later sync would tell of it again: none is begun.
      last.catch(() => undefined);
    },
    settled: () => last,
  };
}

function nameOf(section: SectionName): Buffer {
  return Buffer.from(JSON.stringify(section));
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
  if (size > 0) yield pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
}
