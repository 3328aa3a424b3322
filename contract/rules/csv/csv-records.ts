import type { Dialect } from './csv-dialect.ts';
import { RowMeasure, type RowTooLong } from './csv-row-limits.ts';

/** A row of a file; `last_line` is its last physical line, counted from the start of the file. */
export type CsvRecord = { cells: string[]; last_line: number };

type Failure = Error | null | undefined;

/** The parser of csv-parse, which has separate builds for server and browser. */
type Parser = {
  on(event: 'error', listener: (error: Error) => void): Parser;
  once(event: 'error' | 'end', listener: (error?: Error) => void): Parser;
  resume(): Parser;
  write(text: string, done: (failure?: Failure) => void): boolean;
  end(): unknown;
};

type ParserOptions = {
  delimiter: string;
  record_delimiter: string;
  relax_column_count: boolean;
  skip_empty_lines: boolean;
  on_record: (cells: string[], at: { lines: number }) => null;
};

/**
 * Reads the rows of a file from its header on, one chunk at a time. Throws RowTooLong and the parser's
 * errors, after yielding the rows before the damage.
 */
export async function* csvRecords(
  parse: (options: ParserOptions) => Parser,
  { delimiter, lines_before, text: head }: Dialect,
  texts: AsyncIterable<string>,
): AsyncGenerator<CsvRecord> {
  // Replaces the parser's own buffer, which loses the rows before a damaged one.
  const parsed: CsvRecord[] = [];
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true,
    on_record: (cells, { lines }) => {
      parsed.push({ cells, last_line: lines_before + lines });
      return null;
    },
  });
  parser.on('error', () => undefined).resume();
  const stopped: { by?: RowTooLong } = {};
  const rows = wholeRows(chained(head, texts), new RowMeasure(delimiter, lines_before), stopped);
  for await (const text of rows) {
    const failure = await settled((done) => parser.write(text, done));
    yield* parsed.splice(0);
    if (failure) throw failure;
  }
  // In the browser, the parser reports its last failure only by the `error` event.
  const failure = await settled((done) => {
    parser.once('error', done).once('end', done);
    parser.end();
  });
  yield* parsed.splice(0);
  if (failure ?? stopped.by) throw failure ?? stopped.by;
}

/** Returns the physical line at which a row begins. */
export function firstLineOf({ cells, last_line }: CsvRecord): number {
  let breaks = 0;
  for (const cell of cells)
    for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) breaks += 1;
  return last_line - breaks;
}

/**
 * Splits texts at the ends of rows. Ends before a row that is too long, so that the rows before it are read.
 */
async function* wholeRows(
  texts: AsyncIterable<string>,
  measure: RowMeasure,
  stopped: { by?: RowTooLong },
): AsyncGenerator<string> {
  let open = '';
  for await (const text of texts) {
    const { whole_rows, error } = measure.take(text);
    // Empty texts are passed on as well: the browser's parser fails if it ends without a write.
    yield whole_rows > 0 ? open + text.slice(0, whole_rows) : '';
    open = whole_rows > 0 ? text.slice(whole_rows) : open + text;
    if (!error) continue;
    stopped.by = error;
    return;
  }
  yield open;
}

async function* chained(head: string, texts: AsyncIterable<string>): AsyncGenerator<string> {
  yield head;
  yield* texts;
}

function settled(run: (done: (failure?: Failure) => void) => void): Promise<Failure> {
  return new Promise((resolve) => {
    run(resolve);
  });
}
