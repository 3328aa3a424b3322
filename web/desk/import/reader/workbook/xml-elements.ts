import { Parser } from 'saxen';
import { UNREADABLE_CHARACTER } from '../../../../../contract/rules/encodings/unreadable-character.ts';
import { UnreadableFile } from '../read-row.ts';
import type { WorkbookBudget } from './workbook-budget.ts';

/** Returns a decoded attribute by its name without a prefix, undefined if it is missing. */
export type Attribute = (name: string) => string | undefined;

export type XmlHandlers = {
  open: (name: string, attribute: Attribute) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
  /** Checked after each chunk; reading stops once it returns true. */
  isDone?: () => boolean;
};

/**
 * Reads XML chunk by chunk, and passes names without their prefixes. Declared entities are not expanded.
 * Throws UnreadableFile for malformed XML, for too many elements, and for a tag or a text that is longer than
 * a row may be.
 */
export async function readXml(
  bytes: AsyncIterable<Uint8Array>,
  budget: WorkbookBudget,
  handlers: XmlHandlers,
): Promise<void> {
  const progress = { unread: 0 };
  const parser = parserOf(budget, handlers, progress);
  const write = (xml: string) => {
    progress.unread += xml.length;
    asUnreadable(() => parser.write(xml));
    if (progress.unread > budget.limits.row_characters) throw new UnreadableFile('row_too_long');
  };
  const decoder = new TextDecoder();
  let held = '';
  for await (const chunk of bytes) {
    const xml = decoder.decode(chunk, { stream: true });
    // A chunk may end inside a quoted value: the parser would treat a ">" in the value as the end of the tag.
    const whole = xml.lastIndexOf('<');
    if (whole >= 0) write(held + xml.slice(0, whole));
    if (handlers.isDone?.()) return;
    held = whole >= 0 ? xml.slice(whole) : held + xml;
    if (held.length > budget.limits.row_characters) throw new UnreadableFile('row_too_long');
  }
  write(held + decoder.decode());
  asUnreadable(() => parser.end());
}

function parserOf(budget: WorkbookBudget, handlers: XmlHandlers, progress: { unread: number }): Parser {
  const count = () => {
    progress.unread = 0;
    budget.addElement();
  };
  const read = (text: string) => {
    progress.unread = 0;
    handlers.text?.(text);
  };
  return new Parser()
    .on('openTag', (name, readAttributes) => {
      count();
      handlers.open(bareName(name), (wanted) => {
        const value = attributeOf(readAttributes(), wanted);
        return value === undefined ? undefined : decodedXml(value);
      });
    })
    .on('closeTag', (name) => {
      progress.unread = 0;
      handlers.close?.(bareName(name));
    })
    .on('text', (text) => read(decodedXml(text)))
    .on('cdata', (text) => {
      count();
      read(text);
    })
    .on('comment', count)
    .on('question', count)
    .on('attention', count);
}

const REFERENCE = /&(?:#(\d+)|#x([0-9a-fA-F]+)|(amp|apos|gt|lt|quot));/g;
const ENTITIES: Record<string, string> = { amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' };
const CODE_POINT_MAX = 0x10ffff;

/**
 * Decodes character references and the five named entities of XML; other entities are kept. The parser's own
 * decoder truncates code points to 16 bits. A number outside Unicode becomes U+FFFD.
 */
export function decodedXml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (_, decimal?: string, hex?: string, name = '') => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null;
    if (code === null) return ENTITIES[name] ?? '';
    return code <= CODE_POINT_MAX ? String.fromCodePoint(code) : UNREADABLE_CHARACTER;
  });
}

function attributeOf(attributes: Record<string, string>, name: string): string | undefined {
  if (attributes[name] !== undefined) return attributes[name];
  for (const key in attributes) if (key.endsWith(`:${name}`)) return attributes[key];
  return undefined;
}

function bareName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function asUnreadable(read: () => void): void {
  try {
    read();
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('unreadable');
  }
}
