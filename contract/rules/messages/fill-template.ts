import { MESSAGE_PLACEHOLDERS, type MessagePlaceholder } from '../messages-to-customers.ts';

export type MessageValues = Readonly<Record<MessagePlaceholder, string>>;

const NAMES = MESSAGE_PLACEHOLDERS.join('|');
const PLACEHOLDER = new RegExp(`\\{(${NAMES})\\}`, 'g');
/** A placeholder in any number of braces, as a value can complete it: `{{customer}}` for a "shop". */
const LEFT_OVER = new RegExp(`\\{+(${NAMES})\\}+`, 'g');

/** Marks the place of an empty value; a code point for private use. */
const GAP = '\uE000';
const GAPS = new RegExp(GAP, 'g');
const SENTENCE_END = '.!?؟۔';
const CLOSING = `${SENTENCE_END},;:،؛`;
const ADJACENT_GAPS = new RegExp(`${GAP}(?:[ \\t]*${GAP})+`, 'g');
const BRACKETED_GAP = new RegExp(`\\([ \\t]*${GAP}[ \\t]*\\)|\\[[ \\t]*${GAP}[ \\t]*\\]`, 'g');
/** A sentence that had nothing but empty values, with its punctuation. */
const EMPTY_SENTENCE = new RegExp(`(^|[${SENTENCE_END}])(?:\\s*${GAP}\\s*[${CLOSING}]+)+`, 'g');
/** An empty value at the end of a clause, with the separator in front of it. */
const EMPTY_END = new RegExp(`\\s*(?:[,;:،؛]|(?:^|\\s)[-–—])?\\s*${GAP}\\s*(?=[${CLOSING}]|$)`, 'g');
const OTHER_GAP = new RegExp(`\\s*${GAP}\\s*`, 'g');

/**
 * Fills a template. An empty value is removed with the spaces and the punctuation that belonged to it, and a
 * line without any other content is removed. Unknown placeholders stay; see `templateFaults`.
 */
export function fillTemplate(template: string, values: MessageValues): string {
  const filled = template
    .replace(GAPS, '')
    .replace(PLACEHOLDER, (_, name: MessagePlaceholder) => oneLine(values[name]) || GAP);
  const lines = filled.split('\n').flatMap((line) => {
    if (!line.includes(GAP)) return [line];
    const closed = withoutGaps(line);
    return closed === '' ? [] : [closed];
  });
  return lines.join('\n').replace(LEFT_OVER, '$1').trim();
}

function oneLine(value: string): string {
  return value.replace(GAPS, '').replace(/\s+/g, ' ').trim();
}

function withoutGaps(line: string): string {
  return line
    .replace(ADJACENT_GAPS, GAP)
    .replace(BRACKETED_GAP, GAP)
    .replace(ADJACENT_GAPS, GAP)
    .replace(EMPTY_SENTENCE, '$1')
    .replace(EMPTY_END, '')
    .replace(OTHER_GAP, ' ')
    .trim();
}

/** Returns the placeholders of a template that have no value, as they are written: `{custmer}`. */
export function templateFaults(template: string): string[] {
  const known = new Set(MESSAGE_PLACEHOLDERS.map((name) => `{${name}}`));
  return [...new Set(template.match(/\{[^{}\n]*\}/g) ?? [])].filter((written) => !known.has(written));
}
