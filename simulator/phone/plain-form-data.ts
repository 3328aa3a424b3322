import { PlainBlob } from './plain-blob.ts';

const BOUNDARY = '----simulated-form-boundary';

/**
 * The part of FormData that the product uses, for the simulator's blobs. Node's FormData accepts no other
 * blobs than its own, and generates its boundary at random.
 */
export class PlainFormData {
  readonly #parts: { name: string; value: string | PlainBlob }[] = [];

  append(name: string, value: string | PlainBlob): void {
    this.#parts.push({ name, value });
  }

  /** Returns the content type and the encoded body. */
  content(): { type: string; bytes: Uint8Array<ArrayBuffer> } {
    const pieces = this.#parts.flatMap(({ name, value }) => {
      const file = typeof value === 'string' ? '' : '; filename="blob"';
      return [
        `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`,
        value,
        '\r\n',
      ];
    });
    const bytes = new PlainBlob([...pieces, `--${BOUNDARY}--\r\n`]).bytes();
    return { type: `multipart/form-data; boundary=${BOUNDARY}`, bytes };
  }
}
