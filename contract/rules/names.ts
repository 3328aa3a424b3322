/** Makes names of people and orders fit into file names and printed tables. */

/** The longest path segment, in bytes of UTF-8; file systems and object stores accept far longer ones. */
export const MAX_SEGMENT_BYTES = 80;

const NOT_IN_A_SEGMENT = /[^\p{L}\p{Nd}_-]/gu;
const utf8Bytes = (character: string): number => {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
};

/**
 * Returns one segment of an object path or a file name (ruling D2): keeps Unicode letters, digits, '-' and
 * '_', removes all else, and cuts the rest to 80 bytes between two characters. Returns `fallback`, the
 * record's id, if nothing remains. Composes characters first, so that the same name from two keyboards has
 * the same path.
 */
export function fileSegment(text: string, fallback: string): string {
  let segment = '';
  let bytes = 0;
  // Removed characters may have separated the parts of a composed character, so NFC is applied again.
  const kept = text.normalize('NFC').replace(NOT_IN_A_SEGMENT, '').normalize('NFC');
  for (const character of kept) {
    bytes += utf8Bytes(character);
    if (bytes > MAX_SEGMENT_BYTES) break;
    segment += character;
  }
  return segment === '' ? fallback : segment;
}

/** Created on first use: creating it takes longer on a slow phone than the first screen may. */
let graphemes: Intl.Segmenter | undefined;

/** Returns the text unchanged, or its first `limit` graphemes (visible characters) and an ellipsis. */
export function cutGraphemes(text: string, limit: number): string {
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  let kept = 0;
  for (const { index } of graphemes.segment(text)) {
    if (kept === limit) return `${text.slice(0, index)}…`;
    kept += 1;
  }
  return text;
}
