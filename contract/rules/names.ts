/** How people's and orders' names become part of file names and fit into printed tables. */

/** A path segment is at most this many bytes of UTF-8, well below what file systems and object stores take. */
export const MAX_SEGMENT_BYTES = 80;

const NOT_IN_A_SEGMENT = /[^\p{L}\p{Nd}_-]/gu;
const utf8Bytes = (character: string): number => {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
};

/**
 * One segment of an object path or a file name (ruling D2): Unicode letters, digits, '-' and '_' stay, everything else
 * goes, and what is left is cut to 80 bytes between two characters. `fallback`, the record's id, serves as it is when
 * nothing is left. Composed first, so that the same name typed on two keyboards makes the same path.
 */
export function fileSegment(text: string, fallback: string): string {
  let segment = '';
  let bytes = 0;
  // Composed again: what went may have stood between two halves of a character.
  const kept = text.normalize('NFC').replace(NOT_IN_A_SEGMENT, '').normalize('NFC');
  for (const character of kept) {
    bytes += utf8Bytes(character);
    if (bytes > MAX_SEGMENT_BYTES) break;
    segment += character;
  }
  return segment === '' ? fallback : segment;
}

/** Made when a document is: it takes a slow phone longer than the first screen may. */
let graphemes: Intl.Segmenter | undefined;

/** The text itself, or its first `limit` graphemes (what a reader counts as characters) and an ellipsis. */
export function cutGraphemes(text: string, limit: number): string {
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  let kept = 0;
  for (const { index } of graphemes.segment(text)) {
    if (kept === limit) return `${text.slice(0, index)}…`;
    kept += 1;
  }
  return text;
}
