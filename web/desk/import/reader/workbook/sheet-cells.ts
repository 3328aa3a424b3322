import { cellFault } from '../../../../../contract/rules/import/cell-faults.ts';
import type { CellKind } from '../../../../../contract/rules/import/import-fields.ts';
import { type CellFaultAt, type FileRow, storable, UnreadableFile } from '../read-row.ts';
import { LINES_MAX } from '../reading-limits.ts';
import { ISO_DATE_STYLE } from './cell-formats.ts';
import { placeOf } from './cell-place.ts';
import { type CellContext, type RawCell, storedCell } from './cell-text.ts';
import { HiddenColumns, isHidden } from './hidden-parts.ts';
import { MergedCells } from './merged-cells.ts';
import { TextRuns } from './text-runs.ts';
import { readNumberCell, type TypedCell } from './typed-cell.ts';
import type { WorkbookBudget } from './workbook-budget.ts';
import { type Attribute, readXml } from './xml-elements.ts';

/**
 * The filled cells of a row; most cells of a wide sheet are empty. Each integer in `places` combines a cell's
 * column, counted from 0, and the style of a number.
 */
type SheetRow = {
  line: number;
  places: number[];
  texts: string[];
  failed: FailedCell[] | null;
  is_hidden: boolean;
};
/** A cell whose formula failed with an error, or has no stored result (`error` is null). */
type FailedCell = { column: number; error: string | null };

/** The number of columns of an Excel sheet. */
const SHEET_COLUMNS = 16_384;
/** The length at which errors are cut; real ones are shorter. */
const ERROR_MAX = 100;
const REFERENCE = /^([A-Z]{1,3})(\d{1,7})$/;

/** A sheet in memory, with all rows padded to the widest one. */
export type Sheet = {
  count: number;
  /**
   * `kinds` are the cell kinds by column; without one, dates are read as dates and other numbers as decimals.
   */
  row: (at: number, kinds?: CellKinds) => FileRow;
  is_hidden_column: (column: number) => boolean;
  /** Counts the hidden rows below a line of the sheet. */
  hiddenBelow: (line: number) => number;
};
export type CellKinds = readonly (CellKind | undefined)[];

/** Reads the non-empty rows of a sheet, at most `rows_max` visible ones. Throws UnreadableFile. */
export async function readSheetCells(
  part: AsyncIterable<Uint8Array>,
  budget: WorkbookBudget,
  context: CellContext,
  rows_max = Number.POSITIVE_INFINITY,
): Promise<Sheet> {
  const sheet = new SheetCells(budget, context);
  await readXml(part, budget, {
    open: (name, attribute) => sheet.open(name, attribute),
    text: (text) => sheet.text(text),
    close: (name) => sheet.close(name),
    isDone: () => sheet.visible_rows >= rows_max,
  });
  return {
    count: sheet.rows.length,
    row: (at, kinds) => sheet.row(at, kinds),
    is_hidden_column: (column) => sheet.hidden_columns.has(column),
    hiddenBelow: (below) => sheet.rows.filter(({ line, is_hidden }) => is_hidden && line > below).length,
  };
}

class SheetCells {
  readonly rows: SheetRow[] = [];
  readonly hidden_columns = new HiddenColumns();
  visible_rows = 0;
  readonly #budget: WorkbookBudget;
  readonly #context: CellContext;
  readonly #merged: MergedCells;
  readonly #runs = new TextRuns();
  #row: SheetRow & { characters: number; next_column: number } = emptyRow(0);
  #cell: (RawCell & { column: number; has_formula: boolean }) | null = null;
  #in_data = false;
  #in_value = false;
  #width = 0;

  constructor(budget: WorkbookBudget, context: CellContext) {
    this.#budget = budget;
    this.#context = context;
    this.#merged = new MergedCells(budget);
  }

  open(name: string, attribute: Attribute): void {
    if (name === 'sheetData') this.#in_data = true;
    // Form controls after the data contain an element named row, too.
    else if (name === 'row' && this.#in_data) this.#openRow(attribute);
    else if (name === 'c' && this.#in_data) this.#openCell(attribute);
    else if (name === 'v') this.#in_value = true;
    else if (name === 'f' && this.#cell) this.#cell.has_formula = true;
    else if (name === 'col' && !this.#in_data) this.hidden_columns.add(attribute);
    else if (name === 'mergeCell') this.#merged.add(attribute('ref') ?? '', this.#row.line);
    else this.#runs.open(name);
  }

  text(text: string): void {
    if (this.#in_value && this.#cell) this.#cell.value += text;
    else this.#runs.add(text);
  }

  close(name: string): void {
    if (name === 'sheetData') this.#in_data = false;
    else if (name === 'v') this.#in_value = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row' && this.#in_data) this.#closeRow();
    else this.#runs.close(name);
  }

  row(at: number, kinds: CellKinds = []): FileRow {
    const { line, places, texts, failed, is_hidden } = this.rows[at] ?? emptyRow(0);
    const cells = new Array<string>(this.#width).fill('');
    const faults = this.#merged.faultsOf(line, this.#width);
    for (const [index, place] of places.entries()) {
      const column = place % SHEET_COLUMNS;
      const text = texts[index] ?? '';
      const read = place === column ? { text } : this.#number(text, place, kinds[column]);
      cells[column] = read.text;
      if (read.fault) faults.push({ at: column, fault: read.fault });
    }
    for (const cell of failed ?? []) faults.push(failureOf(cell));
    return { line, cells, faults, is_hidden };
  }

  #number(text: string, place: number, kind: CellKind | undefined): TypedCell {
    return readNumberCell(text, styleIn(place), kind, this.#context);
  }

  #openRow(attribute: Attribute): void {
    const number = attribute('r');
    const line = number === undefined ? this.#row.line + 1 : Number(number);
    if (line > LINES_MAX) throw new UnreadableFile('too_many_rows');
    // Row numbers must ascend: otherwise two rows could have the same number.
    if (!Number.isInteger(line) || line <= this.#row.line)
      throw new UnreadableFile('unreadable', this.#row.line);
    this.#row = emptyRow(line);
    this.#row.is_hidden = isHidden(attribute, 'ht');
  }

  #openCell(attribute: Attribute): void {
    this.#budget.addCell();
    const reference = attribute('r');
    const letters = reference === undefined ? undefined : REFERENCE.exec(reference)?.[1];
    if (reference !== undefined && letters === undefined) {
      throw new UnreadableFile('unreadable', this.#row.line - 1);
    }
    const column = letters === undefined ? this.#row.next_column : placeOf(letters);
    if (column < this.#row.next_column) throw new UnreadableFile('unreadable', this.#row.line - 1);
    if (column >= SHEET_COLUMNS) throw new UnreadableFile('too_many_columns');
    this.#row.next_column = column + 1;
    const type = attribute('t') ?? 'n';
    const style = styleOf(attribute('s'));
    this.#cell = { column, type, style, value: '', inline: '', has_formula: false };
    this.#in_value = false;
    this.#runs.take();
  }

  #closeCell(): void {
    const cell = this.#cell;
    this.#cell = null;
    if (!cell) return;
    cell.inline = this.#runs.take();
    const { column, type, value, has_formula } = cell;
    if (type === 'e') this.#fail(column, storable(value.slice(0, ERROR_MAX)));
    else if (value === '' && cell.inline === '') {
      // A cell may have only a format. A formula that returns an empty text has the type "str".
      if (has_formula && type !== 'str') this.#fail(column, null);
      return;
    }
    const stored = storedCell(cell, this.#context);
    if (stored === undefined) throw new UnreadableFile('unreadable', this.#row.line - 1);
    if (stored.text !== '') this.#fill(placeWith(column, stored.style), stored.text);
  }

  #fail(column: number, error: string | null): void {
    this.#budget.addCharacters(error?.length ?? 1);
    if (this.#row.failed) this.#row.failed.push({ column, error });
    else this.#row.failed = [{ column, error }];
  }

  #fill(place: number, text: string): void {
    const column = place % SHEET_COLUMNS;
    const { limits } = this.#budget;
    if (column >= limits.columns) throw new UnreadableFile('too_many_columns');
    this.#budget.addCharacters(text.length);
    this.#row.characters += text.length;
    if (this.#row.characters > limits.row_characters)
      throw new UnreadableFile('row_too_long', this.#row.line - 1);
    this.#width = Math.max(this.#width, column + 1);
    this.#row.places.push(place);
    this.#row.texts.push(text);
  }

  #closeRow(): void {
    const { line, places, texts, failed, is_hidden } = this.#row;
    if (texts.length === 0 && !failed) return;
    if (!is_hidden) this.visible_rows += 1;
    this.rows.push({ line, places, texts, failed, is_hidden });
  }
}

/** The style of a cell without one. */
const NO_STYLE = -1;
/** More styles than any program writes; the limit keeps the values of `places` small integers. */
const STYLES_MAX = 65_535;
/** One below the smallest style, so that the values of `places` for numbers are above those for texts. */
const FIRST_STYLE = ISO_DATE_STYLE - 1;

function styleOf(text: string | undefined): number {
  const style = Number(text ?? NO_STYLE);
  return Number.isInteger(style) && style >= 0 && style <= STYLES_MAX ? style : NO_STYLE;
}

function placeWith(column: number, style: number | null): number {
  return style === null ? column : column + SHEET_COLUMNS * (style - FIRST_STYLE);
}

function styleIn(place: number): number {
  return Math.floor(place / SHEET_COLUMNS) + FIRST_STYLE;
}

function failureOf({ column, error }: FailedCell): CellFaultAt {
  const fault =
    error === null ? cellFault('formula_without_result') : cellFault('formula_failed', { text: error });
  return { at: column, fault };
}

function emptyRow(line: number) {
  const row = { line, places: [], texts: [], failed: null, is_hidden: false };
  return { ...row, characters: 0, next_column: 0 };
}
