import { MESSAGE_PLACEHOLDERS, type MessagePlaceholder } from '../messages-to-customers.ts';

export type MessageValues = Readonly<Record<MessagePlaceholder, string>>;

/** A value can complete a placeholder: `{{customer}}` for a customer named "shop". */
const PLACEHOLDER = /\{([a-z]+)\}/g;
const LEFT_OVER = /\{+([a-z]+)\}+/g;

/** Marks the place of an empty value; a code point for private use. */
const GAP = '\uE000';
const GAPS = /\uE000/g;
const ADJACENT_GAPS = /\uE000(?:[ \t]*\uE000)+/g;
const BRACKETED_GAP = /\([ \t]*\uE000[ \t]*\)|\[[ \t]*\uE000[ \t]*\]/g;
/** A sentence that had nothing but empty values, with its punctuation. */
const EMPTY_SENTENCE = /(^|[.!?؟۔])(?:\s*\uE000\s*[.!?؟۔,;:،؛]+)+/g;
/** An empty value at the end of a clause, with the separator in front of it. */
const EMPTY_END = /\s*(?:[,;:،؛]|(?:^|\s)[-–—])?\s*\uE000\s*(?=[.!?؟۔,;:،؛]|$)/g;
const OTHER_GAP = /\s*\uE000\s*/g;

/**
 * Fills a template. An empty value is removed with the spaces and the punctuation that belonged to it, and a
 * line without any other content is removed. Unknown placeholders stay; see `templateFaults`.
 */
export function fillTemplate(template: string, values: MessageValues): string {
  const filled = template
    .replace(GAPS, '')
    .replace(PLACEHOLDER, (written, name: string) =>
      isPlaceholder(name) ? oneLine(values[name]) || GAP : written,
    );
  const lines = filled.split('\n').flatMap((line) => {
    if (!line.includes(GAP)) return [line];
    const closed = withoutGaps(line);
    return closed === '' ? [] : [closed];
  });
  return lines
    .join('\n')
    .replace(LEFT_OVER, (written, name: string) => (isPlaceholder(name) ? name : written))
    .trim();
}

function isPlaceholder(name: string): name is MessagePlaceholder {
  return (MESSAGE_PLACEHOLDERS as readonly string[]).includes(name);
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
  const written = new Set(template.match(/\{[^{}\n]*\}/g) ?? []);
  return [...written].filter((placeholder) => !isPlaceholder(placeholder.slice(1, -1)));
}
