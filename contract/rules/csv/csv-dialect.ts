import { cellFault, type RowFault } from '../import/cell-faults.ts';

/** The format of a file's cells, detected from its header. */
export type Dialect = {
  delimiter: string;
  /** True if commas are not delimiters, so that they may be decimal separators. */
  decimal_comma: boolean;
  /** The number of physical lines before `text`. */
  lines_before: number;
  /** The text read so far, from the header on. */
  text: string;
};

/** Shopify writes commas; spreadsheets of some countries save semicolons, and their text files have tabs. */
const DELIMITERS = [',', ';', '\t'];

/** A first line that names the delimiter; spreadsheets understand it, and some programs write it. */
const SEPARATOR_LINE = /^"?sep=([,;\t|])"?$/i;

/**
 * Reads up to the end of the header's line, at most `characters_max` and one chunk. The rest remains in
 * `texts`.
 */
export async function readDialect(texts: AsyncIterator<string>, characters_max: number): Promise<Dialect> {
  const lines = new LineByLine(texts, characters_max);
  let delimiter: string | undefined;
  for (let line = await lines.first(); line !== undefined; line = await lines.first()) {
    const named = delimiter === undefined ? SEPARATOR_LINE.exec(line)?.[1] : undefined;
    delimiter ??= named;
    if (named === undefined && line.trim() !== '') {
      delimiter ??= delimiterOf(line);
      break;
    }
    lines.skip();
  }
  delimiter ??= ',';
  return { delimiter, decimal_comma: delimiter !== ',', lines_before: lines.skipped, text: lines.text };
}

/** The beginning of a file, read on demand. */
class LineByLine {
  /** The text that was read and not skipped. */
  text = '';
  skipped = 0;
  readonly #texts: AsyncIterator<string>;
  readonly #characters_max: number;

  constructor(texts: AsyncIterator<string>, characters_max: number) {
    this.#texts = texts;
    this.#characters_max = characters_max;
  }

  /**
   * Returns the first line that is neither skipped nor empty, without its line end; undefined at the end of
   * the file.
   */
  async first(): Promise<string | undefined> {
    this.#skipEmpty();
    while (!this.text.includes('\n') && this.text.length < this.#characters_max) {
      const { value, done } = await this.#texts.next();
      if (done) return this.text === '' ? undefined : this.text;
      this.text += value;
      this.#skipEmpty();
    }
    return this.text.split('\n', 1)[0];
  }

  /** Skips all empty lines at once: a file may begin with millions of them. */
  #skipEmpty(): void {
    let at = 0;
    let end = this.text.indexOf('\n');
    while (end >= 0 && this.text.slice(at, end).trim() === '') {
      at = end + 1;
      this.skipped += 1;
      end = this.text.indexOf('\n', at);
    }
    this.text = this.text.slice(at);
  }

  skip(): void {
    const end = this.text.indexOf('\n');
    this.text = end < 0 ? '' : this.text.slice(end + 1);
    this.skipped += 1;
  }
}

/** Returns the most frequent delimiter of a header; the names in headers contain none. */
function delimiterOf(header: string): string {
  const count = (delimiter: string) => header.split(delimiter).length;
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

/**
 * Returns the fault of a row whose number of cells differs from the header, and its first affected column.
 */
export function cellCountFault(
  cells: readonly string[],
  header: readonly string[],
): { column: string; fault: RowFault } | null {
  if (cells.length === header.length) return null;
  const fault = cellFault('cell_count', { cells: cells.length, header: header.length });
  return { column: header[cells.length] ?? `column ${header.length + 1}`, fault };
}
