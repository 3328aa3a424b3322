/** A piece at least so large is kept as it is, in bytes. */
const KEPT_AS_IT_IS = 4096;

/**
 * Bytes that are put together once, when they are taken. Small pieces lie in one block, at most twice their size: kept one by one, a body cut
 * into single bytes would cost hundreds each.
 */
export function growingBytes() {
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  /** Of small pieces that came one after the other. */
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
    /** All of them, in order; nothing is held any more. */
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
