/** The maximum number of cells in a row, more than any list of orders has. */
export const ROW_CELLS_MAX = 500;
/**
 * The maximum length of a row, more than any order has: an unclosed quotation mark must not put the whole
 * file into one cell.
 */
export const ROW_CHARACTERS_MAX = 1_000_000;

export type RowLimit = 'cells' | 'characters' | 'quotation_mark';

/** The error of a row that exceeds a limit; `last_line` is the last line before it. */
export class RowTooLong extends Error {
  override readonly name = 'RowTooLong';
  readonly limit: RowLimit;
  readonly last_line: number;

  constructor(limit: RowLimit, last_line: number) {
    super(`a row exceeds its limit of ${limit}`);
    this.limit = limit;
    this.last_line = last_line;
  }
}

const QUOTE = '"'.charCodeAt(0);
const LINE_END = '\n'.charCodeAt(0);

/**
 * Measures rows before the parser reads them: the parser has no limit on cells, and would store a row of a
 * hundred million separators. Quotation marks in the middle of a cell are measured wrongly, but the parser
 * rejects them.
 */
export class RowMeasure {
  readonly #delimiter: number;
  /** The state of the row that has not ended yet. */
  #characters = 0;
  #cells = 1;
  #is_quoted = false;
  #lines: number;
  #row_begins_after: number;

  constructor(delimiter: string, lines_before: number) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#lines = lines_before;
    this.#row_begins_after = lines_before;
  }

  /** Returns the length of the whole rows in a chunk, and an error if the row after them is too long. */
  take(text: string): { whole_rows: number; error: RowTooLong | null } {
    let row_at = -this.#characters;
    let whole_rows = 0;
    const errorOf = (limit: RowLimit) => ({
      whole_rows,
      error: new RowTooLong(limit, this.#row_begins_after),
    });
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) this.#is_quoted = !this.#is_quoted;
      if (code === LINE_END) this.#lines += 1;
      if (this.#is_quoted) continue;
      if (code === this.#delimiter) {
        this.#cells += 1;
        if (this.#cells > ROW_CELLS_MAX) return errorOf('cells');
      }
      if (code !== LINE_END) continue;
      if (at - row_at > ROW_CHARACTERS_MAX) return errorOf('characters');
      row_at = at + 1;
      whole_rows = row_at;
      this.#cells = 1;
      this.#row_begins_after = this.#lines;
    }
    this.#characters = text.length - row_at;
    if (this.#characters <= ROW_CHARACTERS_MAX) return { whole_rows, error: null };
    return errorOf(this.#is_quoted ? 'quotation_mark' : 'characters');
  }
}
