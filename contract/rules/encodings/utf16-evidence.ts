import type { Encoding } from './encodings.ts';

/**
 * Recognises UTF-16 without a byte order mark from the first bytes of a file. Its high bytes are those of a
 * few scripts (Latin 00, Cyrillic 04, Arabic 06), its low bytes vary; bytes 00 to 07 occur in no other text.
 */
export function utf16WithoutMark(head: Uint8Array): Encoding | null {
  const pairs = head.length >> 1;
  if (pairs === 0) return null;
  const low = [0, 0];
  for (let at = 0; at < pairs * 2; at += 1) if ((head[at] ?? 0) <= 0x07) low[at & 1] = (low[at & 1] ?? 0) + 1;
  const [even = 0, odd = 0] = low.map((count) => count / pairs);
  if (even > 0.7 && odd < 0.3) return 'utf-16be';
  return odd > 0.7 && even < 0.3 ? 'utf-16le' : null;
}
