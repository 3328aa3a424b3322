import { LineLimits } from './line-limits.ts';
import { UnreadableFile } from './read-row.ts';

/** What a text file's letters are written in. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1256';

/** Where nothing tells, a file is what older programs write in the Emirates: Arabic and English letters, a byte each. */
const ELSE: Encoding = 'windows-1256';

/**
 * Found out from its first bytes, or by reading it all: a text in UTF-8 is one from end to end. Reads the file once, holding a piece at a time.
 */
export async function encodingOf(file: Blob): Promise<Encoding> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first === undefined) throw new UnreadableFile('empty');
  if ((first === 0xfe && second === 0xff) || first === 0) return 'utf-16be';
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le';
  try {
    for await (const _ of texts(file, new TextDecoder('utf-8', { fatal: true })));
    return 'utf-8';
  } catch (error) {
    if (error instanceof TypeError) return ELSE;
    throw error;
  }
}

/** Its text in pieces, every line end one line feed. Answers with each how many of its bytes were read. */
export async function* decodedFile(
  file: Blob,
  encoding: Encoding,
): AsyncGenerator<{ text: string; read: number }> {
  let held = '';
  let read = 0;
  for await (const piece of texts(file, new TextDecoder(encoding))) {
    const text = held + piece.text;
    // A carriage return at the end of a piece may be half of a line end.
    held = text.endsWith('\r') ? '\r' : '';
    read = piece.read;
    yield { text: text.slice(0, text.length - held.length).replace(/\r\n?/g, '\n'), read };
  }
  yield { text: held.replace('\r', '\n'), read };
}

/**
 * Throws TypeError for bytes that a fatal decoder rejects, and UnreadableFile if the file is gone or its
 * lines are too long or too many.
 */
async function* texts(file: Blob, decoder: TextDecoder): AsyncGenerator<{ text: string; read: number }> {
  const reader = file.stream().getReader();
  const limits = new LineLimits();
  let read = 0;
  try {
    for (;;) {
      const { value, done } = await reader.read().catch(() => {
        throw new UnreadableFile('unreadable');
      });
      if (done) break;
      read += value.byteLength;
      const text = decoder.decode(value, { stream: true });
      limits.take(text);
      yield { text, read };
    }
    yield { text: decoder.decode(), read };
  } finally {
    await reader.cancel().catch(() => {});
  }
}
