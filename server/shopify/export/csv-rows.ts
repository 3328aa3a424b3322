import { type CsvError, parse } from 'csv-parse';
import { type Dialect, misshapenOf, readDialect } from '../../../contract/rules/csv-dialect.ts';
import { SHOPIFY_REQUIRED } from '../../../contract/rules/shopify-columns.ts';
import { UnreadableExport } from '../../orders/import-finding.ts';
import { errorCode } from '../../platform/error-code.ts';
import { decodeLines } from './decode-lines.ts';

/** Longer than any order's row; an unclosed quotation mark would otherwise swallow the whole file into memory. */
const ROW_CHARACTERS_MAX = 1_000_000;

export type CsvRow = {
  /** The physical line in the file where the row begins; the header is line 1. */
  line: number;
  /** The trimmed text under a column's header; '' where the column or the cell is missing. */
  cell(column: string): string;
  /** Set when the row has not as many cells as the header. */
  misshapen: { column: string; reason: string } | null;
  /** Whether `17,49` is an amount in this file. */
  decimal_comma: boolean;
};

type Parsed = { cells: string[]; last_line: number };

/**
 * Reads an orders export row by row, holding one row at a time: UTF-8 or UTF-16 with or without byte order mark, either
 * kind of line end, line breaks inside quotation marks, commas, semicolons or tabs between cells. Throws UnreadableExport; rows
 * before the damage are answered first.
 */
export async function* readRows(file: AsyncIterable<Uint8Array | string>): AsyncGenerator<CsvRow> {
  let header: Header | undefined;
  let last_line = 0;
  try {
    const texts = decodeLines(file);
    const dialect = await readDialect(texts, ROW_CHARACTERS_MAX);
    for await (const row of parseCsv(dialect, texts)) {
      last_line = dialect.lines_before + row.last_line;
      if (header) yield rowOf(last_line - lineBreaksIn(row.cells), row.cells, header);
      else header = readHeader(row.cells, dialect);
    }
  } catch (error) {
    throw isCsvError(error) ? new UnreadableExport(describe(error, last_line)) : error;
  }
  if (!header) throw new UnreadableExport('The file is empty.');
}

/** `last_line` counts from the header on. */
async function* parseCsv(
  { delimiter, text: head }: Dialect,
  texts: AsyncIterable<string>,
): AsyncGenerator<Parsed> {
  // Kept here and not in the parser's own buffer, which loses the rows before a damaged one when it breaks.
  const parsed: Parsed[] = [];
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: ROW_CHARACTERS_MAX,
    on_record: (cells: string[], { lines }) => {
      parsed.push({ cells, last_line: lines });
      return null;
    },
  });
  parser.on('error', () => undefined).resume();
  for await (const text of chained(head, texts)) {
    const failure = await settled((done) => parser.write(text, done));
    yield* parsed.splice(0);
    if (failure) throw failure;
  }
  const failure = await settled((done) => parser.end(done));
  yield* parsed.splice(0);
  if (failure) throw failure;
}

async function* chained(head: string, texts: AsyncIterable<string>): AsyncGenerator<string> {
  yield head;
  yield* texts;
}

type Failure = Error | null | undefined;

function settled(run: (done: (failure?: Failure) => void) => void): Promise<Failure> {
  return new Promise((resolve) => {
    run(resolve);
  });
}

type Header = { names: string[]; positions: Map<string, number>; decimal_comma: boolean };

function readHeader(cells: string[], { decimal_comma }: Dialect): Header {
  const names = cells.map((cell) => cell.trim());
  const positions = new Map<string, number>();
  // Where two columns have the same name, the first is Shopify's own.
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
    cell: (column) => cells[header.positions.get(column) ?? -1]?.trim() ?? '',
    misshapen: misshapenOf(cells, header.names),
    decimal_comma: header.decimal_comma,
  };
}

function lineBreaksIn(cells: string[]): number {
  return cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
}

function isCsvError(error: unknown): error is CsvError {
  return /^CSV_|_QUOTE$/.test(errorCode(error));
}

function describe(error: CsvError, last_line: number): string {
  if (last_line === 0) return 'This is not a Shopify orders export: its first line cannot be read.';
  const where = `The file cannot be read after line ${last_line}`;
  if (/QUOTE|RECORD_SIZE/.test(error.code)) {
    return `${where}: a quotation mark there is opened and never closed, or stands in the middle of a cell.`;
  }
  return `${where}: ${error.message}.`;
}
