import type { Encoding, MakeDecoder } from './encodings.ts';
import { ForeignWords } from './foreign-words.ts';
import { guessCodePage } from './guess-code-page.ts';
import { Utf8Evidence } from './utf8-evidence.ts';
import { utf16WithoutMark } from './utf16-evidence.ts';

export type FoundEncoding = {
  name: Encoding;
  /** `certain`: has a byte order mark, or all bytes are valid. `broken`: UTF-8 with invalid bytes. */
  by: 'certain' | 'broken' | 'guessed';
  /** True if all encodings except UTF-16 decode the file to the same text. */
  is_ascii: boolean;
};

/** The file is neither UTF-8, UTF-16 nor single-byte text, but for example an image, archive or document. */
export class NotText extends Error {
  override readonly name = 'NotText';
}

export type TextSource = {
  /** Reads the file from its beginning. */
  read: () => AsyncIterable<Uint8Array>;
  decoder: MakeDecoder;
  /** Receives the text while the file is valid UTF-8; an error that it throws ends the search. */
  onText?: (text: string) => void;
};

/** The number of bytes read to recognise UTF-16. */
const HEAD_BYTES = 4096;
/** The largest share of control characters in a text; damaged texts have some. */
const CONTROLS_MAX = 0.01;

/**
 * Finds the encoding of a file. Reads a file in UTF-8 once and any other twice, one chunk at a time. Throws
 * NotText and the errors of reading.
 */
export async function findEncoding(source: TextSource): Promise<FoundEncoding> {
  const head = await headOf(source);
  const marked = markOf(head);
  if (marked === 'utf-16le' || marked === 'utf-16be') return found(marked, 'certain');
  const utf16 = utf16WithoutMark(head);
  if (utf16) return found(utf16, 'guessed');
  const valid = await readAsUtf8(source);
  if (valid) return { ...found('utf-8', 'certain'), is_ascii: valid.is_ascii };
  return findBroken(source, marked === 'utf-8');
}

function found(name: Encoding, by: FoundEncoding['by']): FoundEncoding {
  return { name, by, is_ascii: false };
}

async function headOf({ read }: TextSource): Promise<Uint8Array> {
  const head = new Uint8Array(HEAD_BYTES);
  let length = 0;
  for await (const chunk of read()) {
    head.set(chunk.subarray(0, HEAD_BYTES - length), length);
    length = Math.min(HEAD_BYTES, length + chunk.length);
    if (length === HEAD_BYTES) break;
  }
  return head.subarray(0, length);
}

function markOf([first, second, third]: Uint8Array): Encoding | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : null;
}

/** Returns null if a byte is invalid. */
async function readAsUtf8({ read, decoder, onText }: TextSource): Promise<{ is_ascii: boolean } | null> {
  const decoding = decoder('utf-8', { fatal: true });
  let bytes = 0;
  let characters = 0;
  for await (const chunk of read()) {
    const text = decodedOrNull(() => decoding.decode(chunk, { stream: true }));
    if (text === null) return null;
    onText?.(text);
    bytes += chunk.length;
    characters += text.length;
  }
  // Every other character has more UTF-8 bytes than UTF-16 units.
  return decodedOrNull(() => decoding.decode()) === null ? null : { is_ascii: bytes === characters };
}

function decodedOrNull(decode: () => string): string | null {
  try {
    return decode();
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/**
 * Single-byte texts are rarely valid UTF-8 by chance: only an Arabic letter before an Arabic comma is, at
 * most every tenth character. A file with at least half as many valid characters as broken bytes is therefore
 * treated as UTF-8: its broken cells are reported, while decoding it as single-byte text would garble all its
 * names.
 */
async function findBroken({ read, decoder }: TextSource, is_marked: boolean): Promise<FoundEncoding> {
  const evidence = new Utf8Evidence();
  const words = new ForeignWords();
  for await (const chunk of read()) {
    evidence.take(chunk);
    words.take(chunk);
  }
  evidence.end();
  const { valid, broken, controls, bytes } = evidence;
  if (controls > bytes * CONTROLS_MAX) throw new NotText('the file is not text');
  if (is_marked || valid * 2 >= broken) return found('utf-8', 'broken');
  return found(guessCodePage(words.end(), decoder), 'guessed');
}
