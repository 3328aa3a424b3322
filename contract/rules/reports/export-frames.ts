/**
 * How a file comes to a page that tells how far it is, whatever its format: pieces of it, each behind a head that says how many rows have been read by then and how
 * long the piece is. An empty piece ends it: a file without that is not whole.
 */
const HEAD_BYTES = 8;
const LENGTH_AT = 4;

/** One piece with its head. The last one is empty, and only that. */
export function frame(rows: number, piece: Uint8Array): Uint8Array {
  const framed = new Uint8Array(HEAD_BYTES + piece.length);
  const head = new DataView(framed.buffer);
  head.setUint32(0, rows);
  head.setUint32(LENGTH_AT, piece.length);
  framed.set(piece, HEAD_BYTES);
  return framed;
}

/** Takes frames apart as their bytes come, cut anywhere. */
export function frameReader() {
  const head = new Uint8Array(HEAD_BYTES);
  let of_head = 0;
  let of_piece = 0;
  let rows = 0;
  let is_over = false;

  function readHead(): void {
    const view = new DataView(head.buffer);
    rows = view.getUint32(0);
    of_piece = view.getUint32(LENGTH_AT);
    of_head = 0;
    is_over = of_piece === 0;
  }

  return {
    /** What of the file is in these bytes. Throws a RangeError for anything behind its end. */
    take(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      for (let at = 0; at < bytes.length; ) {
        if (is_over) throw new RangeError('Something comes behind the end');
        const of_piece_here = Math.min(of_piece, bytes.length - at);
        if (of_piece_here > 0) pieces.push(bytes.subarray(at, at + of_piece_here));
        of_piece -= of_piece_here;
        at += of_piece_here;
        if (of_piece > 0) break;
        const of_head_here = bytes.subarray(at, at + HEAD_BYTES - of_head);
        head.set(of_head_here, of_head);
        of_head += of_head_here.length;
        at += of_head_here.length;
        if (of_head === HEAD_BYTES) readHead();
      }
      return pieces;
    },
    /** How many rows the file has by now. */
    rows: () => rows,
    isWhole: (all: number) => is_over && rows === all,
  };
}
