import { UnreadableFile } from '../read-row.ts';
import type { WorkbookBudget } from './workbook-budget.ts';

/** A file in a zip archive: its local header begins at `at`, followed by `packed` bytes of content. */
type ZipPart = { archive: Blob; at: number; packed: number; method: number };
export type ZipParts = ReadonlyMap<string, ZipPart>;

/*
 * The directory at the end of an archive (PKWARE's APPNOTE.TXT, sections 4.3.12 to 4.3.16). Its sizes are not
 * trusted: they limit the bytes that are read from the archive, not those that are unpacked.
 */
const END = 0x06054b50;
const END_64 = 0x06064b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const LOCATOR_BYTES = 20;
const COMMENT_MAX = 65_535;
/** This value means that the number is stored in 64 bits in another field. */
const ELSEWHERE = 0xffff_ffff;

/** Lists the files in an archive. Throws UnreadableFile. */
export async function zipParts(archive: Blob, parts_max: number): Promise<ZipParts> {
  const { at, bytes } = await directoryOf(archive);
  const directory = await viewOf(archive, at, bytes);
  const parts = new Map<string, ZipPart>();
  for (let from = 0; from + 46 <= directory.byteLength && directory.getUint32(from, true) === ENTRY; ) {
    if (parts.size >= parts_max) throw new UnreadableFile('overloaded');
    const short = (field: number) => directory.getUint16(from + field, true);
    const extra_at = from + 46 + short(28);
    const name = new Uint8Array(directory.buffer.slice(from + 46, extra_at));
    parts.set(new TextDecoder().decode(name), {
      archive,
      ...placeOf(directory, from, extra_at, short(30)),
      method: short(10),
    });
    from = extra_at + short(30) + short(32);
  }
  return parts;
}

/** Unpacks a part chunk by chunk and counts its bytes. Throws UnreadableFile. */
export async function* unpacked(part: ZipPart, budget: WorkbookBudget): AsyncGenerator<Uint8Array> {
  const local = await viewOf(part.archive, part.at, 30);
  if (local.byteLength < 30 || local.getUint32(0, true) !== LOCAL) throw new UnreadableFile('unreadable');
  const from = part.at + 30 + local.getUint16(26, true) + local.getUint16(28, true);
  const packed = part.archive
    .slice(from, from + part.packed)
    .stream()
    .pipeThrough(inChunks());
  const bytes = part.method === 8 ? packed.pipeThrough(new DecompressionStream('deflate-raw')) : packed;
  const reader = bytes.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read().catch(() => {
        throw new UnreadableFile('unreadable');
      });
      if (done) return;
      budget.unpack(value.byteLength);
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/**
 * Small, since the browser unpacks a whole chunk before it can be stopped, and one byte can become a
 * thousand.
 */
const CHUNK_BYTES = 8 * 1024;

function inChunks(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  return new TransformStream({
    transform(chunk, chunks) {
      for (let at = 0; at < chunk.length; at += CHUNK_BYTES)
        chunks.enqueue(chunk.subarray(at, at + CHUNK_BYTES));
    },
  });
}

async function directoryOf(archive: Blob): Promise<{ at: number; bytes: number }> {
  const tail_at = Math.max(0, archive.size - END_BYTES - COMMENT_MAX);
  const tail = await viewOf(archive, tail_at, archive.size - tail_at);
  let end = tail.byteLength - END_BYTES;
  while (end >= 0 && tail.getUint32(end, true) !== END) end -= 1;
  if (end < 0) throw new UnreadableFile('not_a_sheet');
  const bytes = tail.getUint32(end + 12, true);
  const at = tail.getUint32(end + 16, true);
  if (bytes !== ELSEWHERE && at !== ELSEWHERE) return { at, bytes };
  if (end < LOCATOR_BYTES) throw new UnreadableFile('not_a_sheet');
  const end_64 = await viewOf(archive, uint64(tail, end - LOCATOR_BYTES + 8), 56);
  if (end_64.byteLength < 56 || end_64.getUint32(0, true) !== END_64) throw new UnreadableFile('not_a_sheet');
  return { bytes: uint64(end_64, 40), at: uint64(end_64, 48) };
}

/**
 * Returns the position and size of an entry's file. The extra fields at `extra_at` may contain 64-bit
 * numbers.
 */
function placeOf(directory: DataView, from: number, extra_at: number, extra: number) {
  const packed = directory.getUint32(from + 20, true);
  const at = directory.getUint32(from + 42, true);
  const [size_64, packed_64, at_64] = [directory.getUint32(from + 24, true), packed, at].map(
    (value) => value === ELSEWHERE,
  );
  const end = Math.min(extra_at + extra, directory.byteLength);
  for (let field = extra_at; field + 4 <= end; field += 4 + directory.getUint16(field + 2, true)) {
    if (directory.getUint16(field, true) !== 1) continue;
    const packed_at = field + 4 + (size_64 ? 8 : 0);
    const at_at = packed_at + (packed_64 ? 8 : 0);
    return {
      packed: packed_64 ? uint64(directory, packed_at) : packed,
      at: at_64 ? uint64(directory, at_at) : at,
    };
  }
  return { packed, at };
}

/** Reads a 64-bit number. Throws UnreadableFile if it is outside the view. */
function uint64(view: DataView, at: number): number {
  if (at + 8 > view.byteLength) throw new UnreadableFile('not_a_sheet');
  return Number(view.getBigUint64(at, true));
}

async function viewOf(archive: Blob, at: number, bytes: number): Promise<DataView> {
  const buffer = await archive
    .slice(at, at + bytes)
    .arrayBuffer()
    .catch(() => {
      throw new UnreadableFile('unreadable');
    });
  return new DataView(buffer);
}
