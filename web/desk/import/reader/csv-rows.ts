import { CsvError, parse } from 'csv-parse/browser/esm';
import { type Dialect, readDialect } from '../../../../contract/rules/csv/csv-dialect.ts';
import { csvRecords, firstLineOf } from '../../../../contract/rules/csv/csv-records.ts';
import {
  ROW_CHARACTERS_MAX,
  type RowLimit,
  RowTooLong,
} from '../../../../contract/rules/csv/csv-row-limits.ts';
import type { Encoding } from '../../../../contract/rules/encodings/encodings.ts';
import { decodedFile } from './decode-file.ts';
import { type FileRow, storable, UnreadableFile, type UnreadableWhy } from './read-row.ts';

export type CsvFile = {
  decimal_comma: boolean;
  /** `read` is the number of bytes of the file that were read so far. */
  rows: AsyncGenerator<FileRow & { read: number }>;
};

/**
 * Reads a text file row by row, with one chunk of it in memory. Its rows throw UnreadableFile after those
 * before the damage.
 */
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

const WHY: Record<RowLimit, UnreadableWhy> = {
  cells: 'too_many_columns',
  characters: 'row_too_long',
  quotation_mark: 'quotation_mark',
};

async function* rowsOf(
  dialect: Dialect,
  texts: AsyncIterable<string>,
  progress: { read: number },
): AsyncGenerator<FileRow & { read: number }> {
  let last_line = dialect.lines_before;
  try {
    for await (const record of csvRecords(parse, dialect, texts)) {
      last_line = record.last_line;
      const { cells } = record;
      if (!isFilled(cells)) continue;
      const line = firstLineOf(record);
      yield { line, cells: cells.map(storable), faults: [], read: progress.read };
    }
  } catch (error) {
    if (error instanceof RowTooLong) throw new UnreadableFile(WHY[error.limit], error.last_line);
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableFile(/QUOTE/.test(error.code) ? 'quotation_mark' : 'unreadable', last_line);
  }
}

/** A row of separators only is an empty row of a spreadsheet. */
function isFilled(cells: string[]): boolean {
  return cells.some((cell) => cell.trim() !== '');
}
