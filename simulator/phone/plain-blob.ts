/**
 * A Blob whose bytes are available at once. Node's own reads them asynchronously, after a varying number of
 * turns.
 */
export class PlainBlob {
  readonly size: number;
  readonly type: string;
  readonly #bytes: Uint8Array<ArrayBuffer>;

  constructor(parts: (ArrayBuffer | ArrayBufferView | string | PlainBlob)[] = [], { type = '' } = {}) {
    const pieces = parts.map(bytesOf);
    this.#bytes = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
    let at = 0;
    for (const piece of pieces) {
      this.#bytes.set(piece, at);
      at += piece.byteLength;
    }
    this.size = this.#bytes.byteLength;
    this.type = type;
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#bytes.slice().buffer;
  }

  /** The bytes for the simulated network. */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice();
  }
}

function bytesOf(part: ArrayBuffer | ArrayBufferView | string | PlainBlob): Uint8Array {
  if (part instanceof PlainBlob) return part.bytes();
  if (typeof part === 'string') return new TextEncoder().encode(part);
  return ArrayBuffer.isView(part)
    ? new Uint8Array(part.buffer, part.byteOffset, part.byteLength)
    : new Uint8Array(part);
}
