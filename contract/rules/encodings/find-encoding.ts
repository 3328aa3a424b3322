import type { Encoding, MakeDecoder } from './encodings.ts';
import { ForeignWords } from './foreign-words.ts';
import { guessCodePage } from './guess-code-page.ts';
import { Utf8Evidence } from './utf8-evidence.ts';
import { utf16WithoutMark } from './utf16-evidence.ts';

export type FoundEncoding = {
  name: Encoding;
  /** `certain`: by the mark, or all bytes are valid. `broken`: UTF-8 with bytes that are no character. */
  by: 'certain' | 'broken' | 'guessed';
  /** All encodings except UTF-16 read the file alike. */
  is_ascii: boolean;
};

/** Neither UTF-8, UTF-16 nor text of one byte a character: an image, an archive, a document. */
export class NotText extends Error {
  override readonly name = 'NotText';
}

export type TextSource = {
  /** Reads the file from its beginning. */
  read: () => AsyncIterable<Uint8Array>;
  decoder: MakeDecoder;
  /** Receives the text while the file is valid UTF-8; what it throws ends the search. */
  onText?: (text: string) => void;
};

/** UTF-16 shows in so many bytes. */
const HEAD_BYTES = 4096;
/** A smaller share of control characters occurs in damaged texts. */
const CONTROLS_MAX = 0.01;

/**
 * Finds the encoding of a file. Reads a file in UTF-8 once and any other twice, one chunk at a time. Throws
 * NotText, and what reading throws.
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

/** Returns null if a byte is not valid. */
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
  // All other characters have more bytes than UTF-16 has units for them.
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
 * Single-byte texts are rarely valid UTF-8 by chance: an Arabic letter before an Arabic comma is, in every
 * tenth character at most. Half as many valid characters as broken bytes is therefore UTF-8: its broken cells are
 * reported, while as a single-byte text all its names would be garbled.
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
