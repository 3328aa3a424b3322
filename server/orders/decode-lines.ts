import { UnreadableExport } from './unreadable-export.ts';

type Decoder = InstanceType<typeof TextDecoder>;

/**
 * Decodes a stream of UTF-8, drops a byte order mark, and makes every line end a single line feed, so that counted lines
 * are the file's own. Throws UnreadableExport where the bytes are not UTF-8.
 */
export async function* decodeLines(file: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let held = '';
  for await (const chunk of file) {
    const text = held + (typeof chunk === 'string' ? chunk : decode(decoder, chunk));
    // A carriage return at a chunk's end may be half of a line end.
    held = text.endsWith('\r') ? '\r' : '';
    yield text.slice(0, text.length - held.length).replace(/\r\n?/g, '\n');
  }
  yield held.replace('\r', '\n') + decode(decoder, undefined);
}

function decode(decoder: Decoder, chunk: Uint8Array | undefined): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    throw new UnreadableExport('The file is not text in UTF-8. Export it again as "CSV for plain text".');
  }
}
