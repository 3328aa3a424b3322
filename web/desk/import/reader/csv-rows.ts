import { type CsvError, parse } from 'csv-parse/browser/esm';
import { type Dialect, readDialect } from '../../../../contract/rules/csv-dialect.ts';
import { decodedFile, type Encoding } from './decode-file.ts';
import { type FileRow, storable, UnreadableFile } from './read-row.ts';

/** Longer than any order's row; an unclosed quotation mark would otherwise swallow the whole file into memory. */
const ROW_CHARACTERS_MAX = 1_000_000;

export type CsvFile = {
  decimal_comma: boolean;
  /** `read`: how many bytes of the file lie behind. */
  rows: AsyncGenerator<FileRow & { read: number }>;
};

/** Reads a text file row by row, holding a piece of it at a time. Its rows throw UnreadableFile, after those before the damage. */
export async function readCsv(file: Blob, encoding: Encoding): Promise<CsvFile> {
  const progress = { read: 0 };
  const texts = textsOf(file, encoding, progress);
  const dialect = await readDialect(texts, ROW_CHARACTERS_MAX);
  return { decimal_comma: dialect.decimal_comma, rows: rowsOf(dialect, texts, progress) };
}

async function* textsOf(file: Blob, encoding: Encoding, progress: { read: number }): AsyncGenerator<string> {
  for await (const { text, read } of decodedFile(file, encoding)) {
    progress.read = read;
    yield text;
  }
}

type Parsed = { cells: string[]; last_line: number };

async function* rowsOf(
  { delimiter, text: head, lines_before }: Dialect,
  texts: AsyncIterable<string>,
  progress: { read: number },
): AsyncGenerator<FileRow & { read: number }> {
  // Kept here and not in the parser's own buffer, which loses the rows before a damaged one when it breaks.
  const parsed: Parsed[] = [];
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: ROW_CHARACTERS_MAX,
    on_record: (cells: string[], { lines }: { lines: number }) => {
      parsed.push({ cells, last_line: lines });
      return null;
    },
  });
  parser.on('error', () => undefined).resume();
  let last_line = lines_before;
  const told = ({ cells, last_line: within }: Parsed) => {
    last_line = lines_before + within;
    const breaks = cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
    return { line: last_line - breaks, cells: cells.map(storable), spoilt: null, read: progress.read };
  };
  const failed = (error: CsvError) =>
    new UnreadableFile(/QUOTE|RECORD_SIZE/.test(error.code) ? 'quotation_mark' : 'unreadable', last_line);
  for await (const text of chained(head, texts)) {
    const failure = await settled((done) => parser.write(text, (error) => done(error as CsvError | null)));
    for (const row of parsed.splice(0)) if (isFilled(row.cells)) yield told(row);
    if (failure) throw failed(failure);
  }
  // In the browser its last failure is told by the event only.
  const failure = await settled((done) => {
    parser.once('error', done).once('end', done);
    parser.end();
  });
  for (const row of parsed.splice(0)) if (isFilled(row.cells)) yield told(row);
  if (failure) throw failed(failure);
}

/** A row of separators alone is an empty line of a spreadsheet. */
function isFilled(cells: string[]): boolean {
  return cells.some((cell) => cell.trim() !== '');
}

async function* chained(head: string, texts: AsyncIterable<string>): AsyncGenerator<string> {
  yield head;
  yield* texts;
}

function settled(run: (done: (failure?: CsvError | null) => void) => void): Promise<CsvError | null> {
  return new Promise((resolve) => {
    run((failure) => resolve(failure ?? null));
  });
}
