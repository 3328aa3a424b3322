/** The maximum number of bytes collected: more words do not improve the guess. */
const BYTES_MAX = 16 * 1024;
/**
 * The maximum length of a word, in bytes. Only the end of a longer one is kept, because a file may have no
 * separators.
 */
const WORD_MAX = 64;

const SPACE = Uint8Array.of(0x20);

/**
 * Collects the words of a text that contain bytes above 7F. Only they indicate a single-byte encoding: in a
 * list with English headers and names, the detector would find English.
 */
export class ForeignWords {
  readonly #kept = new Uint8Array(BYTES_MAX);
  #length = 0;
  /** The beginning of an unfinished word at the end of the last chunk. */
  #open = new Uint8Array();

  take(chunk: Uint8Array): void {
    if (this.#length === BYTES_MAX) return;
    const bytes = this.#open.length === 0 ? chunk : joined(this.#open, chunk);
    let from = 0;
    let is_foreign = false;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      is_foreign ||= byte >= 0x80;
      if (byte >= 0x80 || isLetter(byte)) continue;
      if (is_foreign) this.#keep(bytes.subarray(from, at));
      from = at + 1;
      is_foreign = false;
    }
    this.#open = bytes.slice(from).subarray(-WORD_MAX);
  }

  /** Returns the collected words, separated by spaces. */
  end(): Uint8Array {
    if (this.#open.some((byte) => byte >= 0x80)) this.#keep(this.#open);
    return this.#kept.subarray(0, this.#length);
  }

  #keep(word: Uint8Array): void {
    const spaced = joined(word.subarray(-WORD_MAX), SPACE).subarray(0, BYTES_MAX - this.#length);
    this.#kept.set(spaced, this.#length);
    this.#length += spaced.length;
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function isLetter(byte: number): boolean {
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}
