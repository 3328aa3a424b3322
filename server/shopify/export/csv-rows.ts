import { type CsvError, parse } from 'csv-parse';
import { cellCountFault, type Dialect, readDialect } from '../../../contract/rules/csv/csv-dialect.ts';
import { csvRecords, firstLineOf } from '../../../contract/rules/csv/csv-records.ts';
import {
  ROW_CELLS_MAX,
  ROW_CHARACTERS_MAX,
  type RowLimit,
  RowTooLong,
} from '../../../contract/rules/csv/csv-row-limits.ts';
import { unguarded } from '../../../contract/rules/csv/csv-text.ts';
import type { Encoding } from '../../../contract/rules/encodings/encodings.ts';
import {
  isUnreadable,
  mayHaveLostSeparator,
} from '../../../contract/rules/encodings/unreadable-character.ts';
import { type CellFault, cellFault } from '../../../contract/rules/import/cell-faults.ts';
import { SHOPIFY_COLUMNS, SHOPIFY_REQUIRED } from '../../../contract/rules/import/shopify-columns.ts';
import { UnreadableExport } from '../../orders/import/import-finding.ts';
import { errorCode } from '../../platform/error-code.ts';
import { decodeLines } from './decode-lines.ts';

export type CsvRow = {
  /** The physical line in the file where the row begins; the header is line 1. */
  line: number;
  /**
   * The trimmed text under a column's header, without a guard against formulas; '' for a missing column or
   * cell.
   */
  cell(column: string): string;
  /** Set if the row has not as many cells as the header, or an imported cell has unreadable characters. */
  misshapen: { column: string; fault: CellFault } | null;
  /** True if `17,49` is an amount in this file. */
  decimal_comma: boolean;
};

/**
 * Reads an orders export row by row, holding one row at a time: with or without byte order mark, either kind
 * of line end, line breaks inside quotation marks, commas, semicolons or tabs between cells. Throws
 * UnreadableExport; rows before the damage are returned first.
 */
export async function* readRows(
  file: AsyncIterable<Uint8Array | string>,
  encoding: Encoding = 'utf-8',
): AsyncGenerator<CsvRow> {
  let header: Header | undefined;
  let last_line = 0;
  try {
    const texts = decodeLines(file, encoding);
    const dialect = await readDialect(texts, ROW_CHARACTERS_MAX);
    for await (const record of csvRecords(parse, dialect, texts)) {
      last_line = record.last_line;
      if (header) yield rowOf(firstLineOf(record), record.cells, header);
      else header = readHeader(record.cells, dialect);
    }
  } catch (error) {
    if (error instanceof RowTooLong)
      throw new UnreadableExport(describe(FAULTS[error.limit], error.last_line));
    throw isCsvError(error) ? new UnreadableExport(describe(faultOf(error), last_line)) : error;
  }
  if (!header) throw new UnreadableExport('The file is empty.');
}

type Header = { names: string[]; positions: Map<string, number>; decimal_comma: boolean };

function readHeader(cells: string[], { decimal_comma }: Dialect): Header {
  const names = cells.map((cell) => cell.trim());
  const positions = new Map<string, number>();
  // If two columns have the same name, the first is Shopify's own.
  for (const [position, name] of names.entries()) if (!positions.has(name)) positions.set(name, position);
  const missing = SHOPIFY_REQUIRED.filter((column) => !positions.has(column));
  if (missing.length > 0) {
    throw new UnreadableExport(
      `This is not a Shopify orders export: its first line has no column ${missing.join(', ')}.`,
    );
  }
  return { names, positions, decimal_comma };
}

function rowOf(line: number, cells: string[], header: Header): CsvRow {
  return {
    line,
    cell: (column) => unguarded(cells[header.positions.get(column) ?? -1]?.trim() ?? ''),
    misshapen: unreadableOf(cells, header) ?? cellCountFault(cells, header.names),
    decimal_comma: header.decimal_comma,
  };
}

/**
 * Returns the first imported cell with unreadable characters; if cells may be shifted, the first cell of any
 * column.
 */
function unreadableOf(cells: string[], { names, positions }: Header): CsvRow['misshapen'] {
  const has_slipped = mayHaveLostSeparator(cells, names.length);
  const at = cells.findIndex((cell, position) => {
    if (!isUnreadable(cell)) return false;
    const name = names[position] ?? '';
    return has_slipped || (SHOPIFY_COLUMNS.includes(name) && positions.get(name) === position);
  });
  if (at < 0) return null;
  return { column: names[at] ?? `column ${at + 1}`, fault: cellFault('unreadable_letters') };
}

function isCsvError(error: unknown): error is CsvError {
  return /^CSV_|_QUOTE$/.test(errorCode(error));
}

const QUOTATION_MARK = 'a quotation mark is never closed, or is in the middle of a cell';
const FAULTS: Record<RowLimit, string> = {
  cells: `the next row has more than ${ROW_CELLS_MAX} cells`,
  characters: `the next row has more than ${ROW_CHARACTERS_MAX.toLocaleString('en')} characters`,
  quotation_mark: QUOTATION_MARK,
};

function faultOf({ code, message }: CsvError): string {
  return code.includes('QUOTE') ? QUOTATION_MARK : message;
}

function describe(fault: string, last_line: number): string {
  if (last_line === 0) return 'This is not a Shopify orders export: its first line cannot be read.';
  return `The file cannot be read after line ${last_line}: ${fault}.`;
}
