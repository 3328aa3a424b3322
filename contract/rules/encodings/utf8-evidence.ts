/** After some first bytes, the second byte has a narrower range than 80 to BF (RFC 3629). */
const SECOND_FROM: Partial<Record<number, number>> = { 224: 0xa0, 240: 0x90 };
const SECOND_TO: Partial<Record<number, number>> = { 237: 0x9f, 244: 0x8f };

/** Counts valid and invalid UTF-8 in bytes. Chunks may end within a character. */
export class Utf8Evidence {
  /** The number of valid characters of several bytes. */
  valid = 0;
  /** The number of U+FFFD characters that a decoder returns for invalid bytes. */
  broken = 0;
  /** The number of control characters that do not occur in text, such as NUL. */
  controls = 0;
  bytes = 0;
  /** The missing bytes of the current character, and the range of the next byte. */
  #needed = 0;
  #from = 0x80;
  #to = 0xbf;

  take(chunk: Uint8Array): void {
    this.bytes += chunk.length;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      const is_plain = byte >= 0x20 && byte < 0x80 && this.#needed === 0;
      if (!is_plain) this.#takeByte(byte);
    }
  }

  /** Counts a character that is cut off by the end of the file. */
  end(): void {
    if (this.#needed > 0) this.broken += 1;
    this.#needed = 0;
  }

  #takeByte(byte: number): void {
    if (this.#needed > 0) {
      const continues = byte >= this.#from && byte <= this.#to;
      this.#from = 0x80;
      this.#to = 0xbf;
      if (continues) {
        this.#needed -= 1;
        if (this.#needed === 0) this.valid += 1;
        return;
      }
      this.#needed = 0;
      this.broken += 1;
    }
    if (byte < 0x80) {
      if (isControl(byte)) this.controls += 1;
      return;
    }
    this.#needed = continuationsOf(byte);
    if (this.#needed === 0) this.broken += 1;
    this.#from = SECOND_FROM[byte] ?? 0x80;
    this.#to = SECOND_TO[byte] ?? 0xbf;
  }
}

function continuationsOf(first: number): number {
  if (first >= 0xc2 && first <= 0xdf) return 1;
  if (first >= 0xe0 && first <= 0xef) return 2;
  return first >= 0xf0 && first <= 0xf4 ? 3 : 0;
}

/**
 * True for control characters other than tabs, line ends, form feeds, Ctrl+Z and escapes, which occur in text
 * files.
 */
function isControl(byte: number): boolean {
  return byte < 0x09 || (byte > 0x0d && byte < 0x20 && byte !== 0x1a && byte !== 0x1b);
}
