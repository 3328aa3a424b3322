/** A piece at least so large is kept as it is while it is the only one, in bytes. */
const KEPT_AS_IT_IS = 4096;

export type GrowingBytes = {
  size(): number;
  add(piece: Uint8Array<ArrayBuffer>): void;
  /** All of them, in order; nothing is held any more. */
  take(): Uint8Array<ArrayBuffer>;
};

/** Bytes in one block, at most twice their size: kept one by one, a body cut into single bytes would cost hundreds each. */
export function growingBytes(): GrowingBytes {
  let block = new Uint8Array(0);
  let size = 0;
  return {
    size: () => size,
    add(piece) {
      if (size === 0 && piece.byteLength >= KEPT_AS_IT_IS) {
        block = piece;
      } else {
        if (size + piece.byteLength > block.byteLength) {
          const larger = new Uint8Array(Math.max(1024, 2 * size, size + piece.byteLength));
          larger.set(block.subarray(0, size));
          block = larger;
        }
        block.set(piece, size);
      }
      size += piece.byteLength;
    },
    take() {
      const taken = block.subarray(0, size);
      block = new Uint8Array(0);
      size = 0;
      return taken;
    },
  };
}
