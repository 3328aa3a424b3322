import { UNREADABLE_LETTER } from './read-row.ts';

const REFERENCE = /&(?:#(\d+)|#x([0-9a-fA-F]+)|(amp|apos|gt|lt|quot));/g;
const ENTITIES: Record<string, string> = { amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' };
const CODE_POINT_MAX = 0x10ffff;

/**
 * Decodes the character references and the five named entities of XML; other entities stay as they are. The
 * parser's own decoder cuts a code point to 16 bits. A number outside Unicode becomes U+FFFD.
 */
export function decodedXml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (_, decimal?: string, hex?: string, name = '') => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null;
    if (code === null) return ENTITIES[name] ?? '';
    return code <= CODE_POINT_MAX ? String.fromCodePoint(code) : UNREADABLE_LETTER;
  });
}
