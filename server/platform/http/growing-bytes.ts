/** Chunks of at least this many bytes are kept without copying. */
const KEPT_AS_IT_IS = 4096;

/**
 * Collects chunks and joins them once, when they are taken. Small chunks are copied into one block of at most
 * twice their size: kept separately, a body cut into single bytes would cost hundreds of bytes each.
 */
export function growingBytes() {
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  /** Consecutive small chunks. */
  let block = new Uint8Array(0);
  let filled = 0;

  function endBlock(): void {
    if (filled > 0) pieces.push(block.subarray(0, filled));
    block = new Uint8Array(0);
    filled = 0;
  }

  function addToBlock(piece: Uint8Array): void {
    if (filled + piece.byteLength > block.byteLength) {
      const larger = new Uint8Array(Math.max(1024, 2 * filled, filled + piece.byteLength));
      larger.set(block.subarray(0, filled));
      block = larger;
    }
    block.set(piece, filled);
    filled += piece.byteLength;
  }

  return {
    size: () => size,
    add(piece: Uint8Array<ArrayBuffer>): void {
      size += piece.byteLength;
      if (piece.byteLength < KEPT_AS_IT_IS) {
        addToBlock(piece);
      } else {
        endBlock();
        pieces.push(piece);
      }
    },
    /** Returns all bytes in order and forgets them. */
    take(): Uint8Array<ArrayBuffer> {
      endBlock();
      const [only, ...more] = pieces;
      const taken = only && more.length === 0 ? only : Buffer.concat(pieces, size);
      pieces = [];
      size = 0;
      return taken;
    },
  };
}
