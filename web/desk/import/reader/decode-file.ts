import type { Encoding } from '../../../../contract/rules/encodings/encodings.ts';
import {
  type FoundEncoding,
  findEncoding,
  NotText,
} from '../../../../contract/rules/encodings/find-encoding.ts';
import { LineLimits } from './line-limits.ts';
import { UnreadableFile } from './read-row.ts';

/** Finds the encoding of a text file, one chunk at a time. Throws UnreadableFile. */
export async function encodingOf(file: Blob): Promise<FoundEncoding> {
  const limits = new LineLimits();
  try {
    return await findEncoding({
      read: () => bytesOf(file),
      decoder: (encoding, options) => new TextDecoder(encoding, options),
      onText: (text) => limits.take(text),
    });
  } catch (error) {
    throw error instanceof NotText ? new UnreadableFile('not_a_sheet') : error;
  }
}

/**
 * Decodes a file in chunks, with line feeds as line ends. `read` is the number of bytes that were read so
 * far.
 */
export async function* decodedFile(
  file: Blob,
  encoding: Encoding,
): AsyncGenerator<{ text: string; read: number }> {
  let held = '';
  let read = 0;
  for await (const chunk of texts(file, new TextDecoder(encoding))) {
    const text = held + chunk.text;
    // A carriage return at the end of a chunk may be the first half of a line end.
    held = text.endsWith('\r') ? '\r' : '';
    read = chunk.read;
    yield { text: text.slice(0, text.length - held.length).replace(/\r\n?/g, '\n'), read };
  }
  yield { text: held.replace('\r', '\n'), read };
}

/** Throws UnreadableFile if the file is gone, or its lines are too long or too many. */
async function* texts(file: Blob, decoder: TextDecoder): AsyncGenerator<{ text: string; read: number }> {
  const limits = new LineLimits();
  let read = 0;
  for await (const bytes of bytesOf(file)) {
    read += bytes.byteLength;
    const text = decoder.decode(bytes, { stream: true });
    limits.take(text);
    yield { text, read };
  }
  yield { text: decoder.decode(), read };
}

async function* bytesOf(file: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = file.stream().getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read().catch(() => {
        throw new UnreadableFile('unreadable');
      });
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
