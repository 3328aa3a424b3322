import { UNREADABLE_CHARACTER } from '../../../../contract/rules/encodings/unreadable-character.ts';
import type { RowFault } from '../../../../contract/rules/import/cell-faults.ts';

/** A fault of one cell; `at` is the cell's column, counted from 0. */
export type CellFaultAt = { at: number; fault: RowFault };

/** A row of a text file or of a sheet. */
export type FileRow = {
  /** In a text file the physical line of the row's beginning, in a sheet the row number. */
  line: number;
  cells: string[];
  /** The cells that cannot be imported unchanged. */
  faults: readonly CellFaultAt[];
  /** A hidden row of a sheet is skipped. */
  is_hidden?: boolean;
};

/** The reasons why a file, or the rest of it, cannot be read. */
export type UnreadableWhy =
  | 'empty'
  | 'too_large'
  | 'old_excel'
  | 'not_a_sheet'
  | 'no_header'
  | 'quotation_mark'
  | 'too_many'
  | 'too_many_columns'
  | 'too_many_rows'
  | 'too_many_cells'
  | 'too_many_merged'
  | 'too_many_sheets'
  | 'row_too_long'
  | 'unpacks_too_large'
  | 'overloaded'
  | 'unreadable';

export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  readonly why: UnreadableWhy;
  /** The last line that was read. */
  readonly line: number | null;

  constructor(why: UnreadableWhy, line: number | null = null) {
    super(why);
    this.why = why;
    this.line = line;
  }
}

/** Replaces NUL and unpaired surrogates, which PostgreSQL cannot store. */
export function storable(text: string): string {
  // A quick check that most texts pass: the replacements take ten times as long.
  if (!text.includes('\u0000') && !/[\uD800-\uDFFF]/.test(text)) return text;
  return text.replaceAll('\u0000', UNREADABLE_CHARACTER).replace(/\p{Surrogate}/gu, UNREADABLE_CHARACTER);
}
