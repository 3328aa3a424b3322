/** What a terminal would obey instead of showing. Names, notes and addresses come from whoever placed an order. */
const OBEYED = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

const SHORT: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Text of one or more lines with every other control character escaped, as in JSON: escaped JSON means the same. */
export function visible(text: string): string {
  return text.replace(OBEYED, (character) => (character === '\n' ? character : escaped(character)));
}

/** A value that is shown within a line: its line ends are escaped too. */
export function oneLine(text: string): string {
  return text.replace(OBEYED, escaped);
}

function escaped(character: string): string {
  return SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
