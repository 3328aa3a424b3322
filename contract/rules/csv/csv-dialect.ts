import { cellFault, type RowFault } from '../import/cell-faults.ts';

/** How a file's cells are kept apart, found out from its header. */
export type Dialect = {
  delimiter: string;
  /** Where commas separate nothing they may stand before the decimals. */
  decimal_comma: boolean;
  /** Physical lines before `text`. */
  lines_before: number;
  /** What has been read of the file so far, from the header on. */
  text: string;
};

/** Shopify writes commas; spreadsheets of some countries save semicolons, and their text files have tabs. */
const DELIMITERS = [',', ';', '\t'];

/** What spreadsheets take, and some programs write, as a file's first line. */
const SEPARATOR_LINE = /^"?sep=([,;\t|])"?$/i;

/** Reads until the header's line is there, at most `characters_max` and a piece of the file; the rest is left in `texts`. */
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

/** The beginning of a file, read as far as it is asked for. */
class LineByLine {
  /** What was read and not skipped. */
  text = '';
  skipped = 0;
  readonly #texts: AsyncIterator<string>;
  readonly #characters_max: number;

  constructor(texts: AsyncIterator<string>, characters_max: number) {
    this.#texts = texts;
    this.#characters_max = characters_max;
  }

  /**
   * Returns the first line that is neither skipped nor empty, without its end. Undefined means that the file
   * has ended.
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

  /** Skips all empty lines without awaiting each: a file may begin with millions of them. */
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

/** Headers contain none of these characters themselves. */
function delimiterOf(header: string): string {
  const count = (delimiter: string) => header.split(delimiter).length;
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

/** What is wrong with the number of cells in a row of an export, by the column from where on it is; null when it is right. */
export function misshapenOf(
  cells: readonly string[],
  header: readonly string[],
): { column: string; fault: RowFault } | null {
  if (cells.length === header.length) return null;
  const fault = cellFault('cell_count', { cells: cells.length, header: header.length });
  return { column: header[cells.length] ?? `column ${header.length + 1}`, fault };
}
