import type { FileHandle } from 'node:fs/promises';
import { BadBackup } from './archive-format.ts';

/** Few reads for many small frames, and still little memory for each section that is read at the same time. */
const BLOCK_BYTES = 2_097_152;

export type ArchiveBytes = ReturnType<typeof archiveBytes>;

/** Reads a file from one place on, a block at a time. `on_read` hears how many bytes were asked for. */
export function archiveBytes(
  { path, file }: { path: string; file: FileHandle },
  { from = 0, to = Number.MAX_SAFE_INTEGER }: { from?: number; to?: number } = {},
  on_read: (bytes: number) => void = () => undefined,
) {
  let block = Buffer.alloc(0);
  /** Where the next byte stands in the block, and where the block ends in the file. */
  let [at, block_end] = [0, from];

  async function readBlock(): Promise<void> {
    const wanted = Math.min(BLOCK_BYTES, to - block_end);
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, block_end);
    block = buffer.subarray(0, bytesRead);
    at = 0;
    block_end += bytesRead;
  }

  /** Fewer only where the file ends. */
  async function upTo(length: number): Promise<Buffer> {
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
    upTo,
    /** Throws BadBackup where there are fewer. */
    async exactly(length: number): Promise<Buffer> {
      const bytes = await upTo(length);
      if (bytes.length < length) throw new BadBackup(`${path} is cut short`);
      return bytes;
    },
  };
}

/** All pieces as one. Node's own `buffer` goes by way of a Blob, which costs several times the bytes. */
export async function joined(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

export function damaged({ path }: { path: string }): BadBackup {
  return new BadBackup(`${path} is damaged: its checksums do not match`);
}
