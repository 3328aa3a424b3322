import { cellFault } from '../../../../contract/rules/cell-faults.ts';
import { placeOf } from './cell-place.ts';
import { type CellContext, cellText, type RawCell } from './cell-text.ts';
import { MergedRows } from './merged-rows.ts';
import { type FileRow, UnreadableFile } from './read-row.ts';
import { LINES_MAX } from './reading-limits.ts';
import { TextRuns } from './text-runs.ts';
import type { WorkbookBudget } from './workbook-budget.ts';
import { type Attribute, readXml } from './xml-elements.ts';

/** The filled cells of a row and their columns, counted from 0; most cells of a wide sheet are empty. */
type SheetRow = { line: number; columns: number[]; texts: string[]; failed: FailedCell[] | null };
/** A cell whose formula has failed, and the error that it shows. */
type FailedCell = { column: number; error: string };

/** Number of columns of a sheet in Excel. */
const SHEET_COLUMNS = 16_384;
/** Longer than any error that a spreadsheet shows. */
const ERROR_MAX = 100;
const REFERENCE = /^([A-Z]{1,3})(\d{1,7})$/;

/** Reads the rows of a sheet that are not empty, padded to the widest. Throws UnreadableFile. */
export async function readSheetCells(
  part: AsyncIterable<Uint8Array>,
  budget: WorkbookBudget,
  context: CellContext,
): Promise<{ count: number; row: (at: number) => FileRow }> {
  const sheet = new SheetCells(budget, context);
  await readXml(part, budget, {
    open: (name, attribute) => sheet.open(name, attribute),
    text: (text) => sheet.text(text),
    close: (name) => sheet.close(name),
  });
  return { count: sheet.rows.length, row: (at) => sheet.row(at) };
}

class SheetCells {
  readonly rows: SheetRow[] = [];
  readonly #budget: WorkbookBudget;
  readonly #context: CellContext;
  readonly #merged: MergedRows;
  readonly #runs = new TextRuns();
  #row: SheetRow & { characters: number; next_column: number } = emptyRow(0);
  #cell: (RawCell & { column: number }) | null = null;
  #in_data = false;
  #in_value = false;
  #width = 0;

  constructor(budget: WorkbookBudget, context: CellContext) {
    this.#budget = budget;
    this.#context = context;
    this.#merged = new MergedRows(budget);
  }

  open(name: string, attribute: Attribute): void {
    if (name === 'sheetData') this.#in_data = true;
    // Controls after the data have an element named row, too.
    else if (name === 'row' && this.#in_data) this.#openRow(attribute('r'));
    else if (name === 'c' && this.#in_data) this.#openCell(attribute);
    else if (name === 'v') this.#in_value = true;
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

  row(at: number): FileRow {
    const { line, columns, texts, failed } = this.rows[at] ?? emptyRow(0);
    const cells = new Array<string>(this.#width).fill('');
    for (const [index, column] of columns.entries()) cells[column] = texts[index] ?? '';
    const formulas = (failed ?? []).map(({ column, error }) => {
      return { at: column, fault: cellFault('formula_failed', { text: error }) };
    });
    return { line, cells, faults: [...this.#merged.of(line), ...formulas] };
  }

  #openRow(number: string | undefined): void {
    const line = number === undefined ? this.#row.line + 1 : Number(number);
    if (line > LINES_MAX) throw new UnreadableFile('too_many_rows');
    // Row numbers ascend: otherwise two rows could have the same number.
    if (!Number.isInteger(line) || line <= this.#row.line)
      throw new UnreadableFile('unreadable', this.#row.line);
    this.#row = emptyRow(line);
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
    this.#cell = { column, type, style: Number(attribute('s') ?? -1), value: '', inline: '' };
    this.#in_value = false;
    this.#runs.take();
  }

  #closeCell(): void {
    const cell = this.#cell;
    this.#cell = null;
    if (!cell) return;
    cell.inline = this.#runs.take();
    const { column, type, value } = cell;
    // A cell may have a format and no value.
    if (value === '' && cell.inline === '' && type !== 'e') return;
    if (type === 'e') this.#fail(column, value.slice(0, ERROR_MAX));
    const text = cellText(cell, this.#context);
    if (text === undefined) throw new UnreadableFile('unreadable', this.#row.line - 1);
    if (text !== '') this.#fill(column, text);
  }

  #fail(column: number, error: string): void {
    this.#budget.addCharacters(error.length);
    if (this.#row.failed) this.#row.failed.push({ column, error });
    else this.#row.failed = [{ column, error }];
  }

  #fill(column: number, text: string): void {
    const { limits } = this.#budget;
    if (column >= limits.columns) throw new UnreadableFile('too_many_columns');
    this.#budget.addCharacters(text.length);
    this.#row.characters += text.length;
    if (this.#row.characters > limits.row_characters)
      throw new UnreadableFile('row_too_long', this.#row.line - 1);
    this.#width = Math.max(this.#width, column + 1);
    this.#row.columns.push(column);
    this.#row.texts.push(text);
  }

  #closeRow(): void {
    const { line, columns, texts, failed } = this.#row;
    if (texts.length > 0) this.rows.push({ line, columns, texts, failed });
  }
}

function emptyRow(line: number) {
  return { line, columns: [], texts: [], failed: null, characters: 0, next_column: 0 };
}
