import type { Dialect } from './csv-dialect.ts';
import { RowMeasure, type RowTooLong } from './csv-row-limits.ts';

/** A row of a file; `last_line` counts physical lines from the file's first. */
export type CsvRecord = { cells: string[]; last_line: number };

type Failure = Error | null | undefined;

/** The parser of csv-parse, of which server and browser have a build each. */
type Parser = {
  on(event: 'error', told: (error: Error) => void): Parser;
  once(event: 'error' | 'end', told: (error?: Error) => void): Parser;
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
 * errors, after the rows before the damage.
 */
export async function* csvRecords(
  parse: (options: ParserOptions) => Parser,
  { delimiter, lines_before, text: head }: Dialect,
  texts: AsyncIterable<string>,
): AsyncGenerator<CsvRecord> {
  // Kept here and not in the parser's own buffer, which loses the rows before a damaged one when it breaks.
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
  // In the browser its last failure is told by the event only.
  const failure = await settled((done) => {
    parser.once('error', done).once('end', done);
    parser.end();
  });
  yield* parsed.splice(0);
  if (failure ?? stopped.by) throw failure ?? stopped.by;
}

/** The physical line at which a row begins. */
export function firstLineOf({ cells, last_line }: CsvRecord): number {
  let breaks = 0;
  for (const cell of cells)
    for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) breaks += 1;
  return last_line - breaks;
}

/** Splits a text where rows end. Stops before a row that is too long, so that the rows before it are read. */
async function* wholeRows(
  texts: AsyncIterable<string>,
  measure: RowMeasure,
  stopped: { by?: RowTooLong },
): AsyncGenerator<string> {
  let open = '';
  for await (const text of texts) {
    const { whole_rows, error } = measure.take(text);
    // An empty text is passed on, too: the parser in the browser fails if it ends without a write.
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
