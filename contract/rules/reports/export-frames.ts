/**
 * The transfer format of an exported file with progress, independent of the file's format: frames, each a
 * head and a chunk of the file. The head has the number of rows read so far and the chunk's length in bytes.
 * An empty chunk ends the file; without it, the file is incomplete.
 */
const HEAD_BYTES = 8;
const LENGTH_AT = 4;

/** Returns a frame with one chunk. An empty chunk marks the end. */
export function frame(rows: number, chunk: Uint8Array): Uint8Array {
  const framed = new Uint8Array(HEAD_BYTES + chunk.length);
  const head = new DataView(framed.buffer);
  head.setUint32(0, rows);
  head.setUint32(LENGTH_AT, chunk.length);
  framed.set(chunk, HEAD_BYTES);
  return framed;
}

/** Returns a reader of frames whose bytes may arrive in parts of any length. */
export function frameReader() {
  const head = new Uint8Array(HEAD_BYTES);
  let head_length = 0;
  let chunk_left = 0;
  let rows = 0;
  let has_ended = false;

  function readHead(): void {
    const view = new DataView(head.buffer);
    rows = view.getUint32(0);
    chunk_left = view.getUint32(LENGTH_AT);
    head_length = 0;
    has_ended = chunk_left === 0;
  }

  return {
    /** Returns the file's bytes in the given ones. Throws a RangeError for bytes after the end. */
    take(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      for (let at = 0; at < bytes.length; ) {
        if (has_ended) throw new RangeError('Bytes follow the end of the file');
        const of_chunk = Math.min(chunk_left, bytes.length - at);
        if (of_chunk > 0) chunks.push(bytes.subarray(at, at + of_chunk));
        chunk_left -= of_chunk;
        at += of_chunk;
        if (chunk_left > 0) break;
        const of_head = bytes.subarray(at, at + HEAD_BYTES - head_length);
        head.set(of_head, head_length);
        head_length += of_head.length;
        at += of_head.length;
        if (head_length === HEAD_BYTES) readHead();
      }
      return chunks;
    },
    /** Returns the number of rows read so far. */
    rows: () => rows,
    isWhole: (all: number) => has_ended && rows === all,
  };
}
