import type { FileHandle } from 'node:fs/promises';
import { BadBackup } from './archive-format.ts';

/**
 * The size of a block, in bytes: large enough to read many small frames at once, small because each section
 * that is read concurrently has its own block.
 */
const BLOCK_BYTES = 2_097_152;

export type ArchiveBytes = ReturnType<typeof archiveBytes>;

/** Reads a byte range of a file, a block at a time. `on_read` receives the number of bytes of each read. */
export function archiveBytes(
  { path, file }: { path: string; file: FileHandle },
  { from = 0, to = Number.MAX_SAFE_INTEGER }: { from?: number; to?: number } = {},
  on_read: (bytes: number) => void = () => undefined,
) {
  let block = Buffer.alloc(0);
  /** The offset of the next byte in the block, and the offset of the block's end in the file. */
  let [at, block_end] = [0, from];

  async function readBlock(): Promise<void> {
    const wanted = Math.min(BLOCK_BYTES, to - block_end);
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, block_end);
    block = buffer.subarray(0, bytesRead);
    at = 0;
    block_end += bytesRead;
  }

  /** Returns fewer bytes only at the end of the file. */
  async function readUpTo(length: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    let missing = length;
    while (missing > 0) {
      if (at === block.length) await readBlock();
      const piece = block.subarray(at, at + missing);
      if (piece.length === 0) break;
      pieces.push(piece);
      at += piece.length;
      missing -= piece.length;
    }
    on_read(length - missing);
    return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
  }

  return {
    path,
    position: () => block_end - block.length + at,
    upTo: readUpTo,
    /** Throws BadBackup if fewer bytes are left. */
    async readExactly(length: number): Promise<Buffer> {
      const bytes = await readUpTo(length);
      if (bytes.length < length) throw new BadBackup(`${path} is truncated`);
      return bytes;
    },
  };
}

/** Concatenates all chunks. Node's own `buffer` uses a Blob, which takes several times as much memory. */
export async function concatBytes(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

export function damaged({ path }: { path: string }): BadBackup {
  return new BadBackup(`${path} is damaged: its checksums do not match`);
}
