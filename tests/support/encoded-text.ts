import type { Encoding } from '../../contract/rules/encodings/encodings.ts';

/** Encodes a text. Throws for characters that the encoding does not have. */
export function encodedIn(encoding: Encoding, text: string): Uint8Array<ArrayBuffer> {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    const bytes = new Uint8Array(Buffer.from(text, 'utf16le'));
    return encoding === 'utf-16be' ? new Uint8Array(Buffer.from(bytes).swap16()) : bytes;
  }
  const decoder = new TextDecoder(encoding);
  const bytes = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]),
  );
  return Uint8Array.from(text, (character) => {
    const byte = bytes.get(character);
    if (byte === undefined) throw new Error(`${encoding} has no ${character}`);
    return byte;
  });
}

/** Returns a copy of the bytes in which those at the given positions are replaced. */
export function damaged(bytes: Uint8Array, at: readonly number[], byte = 0xff): Uint8Array<ArrayBuffer> {
  const copy = Uint8Array.from(bytes);
  for (const position of at) copy[position] = byte;
  return copy;
}
