import { PlainBlob } from './plain-blob.ts';

const BOUNDARY = '----what-no-command-contains';

/** As much of FormData as the product uses, of the simulator's blobs: Node's own takes no others, and makes its boundary by chance. */
export class PlainFormData {
  readonly #parts: { name: string; value: string | PlainBlob }[] = [];

  append(name: string, value: string | PlainBlob): void {
    this.#parts.push({ name, value });
  }

  /** What it is sent as. */
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
