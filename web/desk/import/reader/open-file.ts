import type { Encoding } from '../../../../contract/rules/encodings/encodings.ts';
import { readCsv } from './csv-rows.ts';
import { encodingOf } from './decode-file.ts';
import { type FileEncoding, readForeignRows } from './foreign-rows.ts';
import { columnNames, HEADER_WITHIN, headerCells, headerRowOf } from './header-row.ts';
import { type FileRow, UnreadableFile } from './read-row.ts';
import { TEXT_BYTES_MAX, WORKBOOK_LIMITS } from './reading-limits.ts';
import { type SheetChoice, sheetChoices } from './workbook/choose-sheet.ts';
import type { CellKinds } from './workbook/sheet-cells.ts';
import { openWorkbook, readSheetRows, type Workbook } from './workbook/sheet-rows.ts';
import { visibleRows } from './workbook/visible-rows.ts';

/** Status and payment columns are empty in most orders: a few rows would not show a value. */
const SAMPLE_ROWS = 30;
/** The number of characters of a sample cell; the page shows no more. */
const SAMPLE_MAX = 200;
/** The number of rows that are read to find the header and the samples below it. */
const FIRST_ROWS = HEADER_WITHIN + SAMPLE_ROWS + 1;

/** An open file, which can be read from its beginning any number of times. */
export type OpenedFile = {
  /** The visible sheets of a workbook. */
  sheets: string[];
  sheet: string | null;
  /** The sheets that may contain the orders, if there are several and the user did not choose one. */
  choices: SheetChoice[];
  /** The hidden parts of a workbook. */
  hidden: Hidden;
  /** Null for a workbook. */
  encoding: FileEncoding | null;
  decimal_comma: boolean;
  header: string[];
  header_line: number;
  /** The first rows below the header. */
  samples: string[][];
  /** The rows below the header; `progress` is the share of the file that was read, from 0 to 1. */
  rows: (kinds?: CellKinds) => AsyncGenerator<FileRow & { progress: number }>;
};

/** Hidden `rows` and `sheets` are skipped; hidden `columns` are read. */
export type Hidden = { rows: number; sheets: number; columns: string[] };

const NOTHING_HIDDEN: Hidden = { rows: 0, sheets: 0, columns: [] };

/**
 * Detects the kind of a file and reads its first rows. `chosen` is the encoding of a text file. Throws
 * UnreadableFile.
 */
export async function openFile(
  file: File,
  sheet: string | null,
  chosen: Encoding | null = null,
): Promise<OpenedFile> {
  if (file.size === 0) throw new UnreadableFile('empty');
  const head = new Uint8Array(
    await file
      .slice(0, 8)
      .arrayBuffer()
      .catch(() => {
        throw new UnreadableFile('unreadable');
      }),
  );
  // The signature of .xls files before Excel 2007, and of files with a password.
  if (head[0] === 0xd0 && head[1] === 0xcf && head[2] === 0x11 && head[3] === 0xe0)
    throw new UnreadableFile('old_excel');
  const is_zip = head[0] === 0x50 && head[1] === 0x4b;
  if (file.size > (is_zip ? WORKBOOK_LIMITS.packed_bytes : TEXT_BYTES_MAX))
    throw new UnreadableFile('too_large');
  return is_zip ? openSheet(file, sheet) : openText(file, chosen);
}

async function openSheet(file: File, wanted: string | null): Promise<OpenedFile> {
  const workbook = await openWorkbook(file);
  const sheets = visibleSheets(workbook);
  const choices = wanted === null && sheets.length > 1 ? await sheetChoices(workbook, FIRST_ROWS) : [];
  const readable = choices.filter(({ header }) => header.length > 0);
  const likely = readable.find(({ is_known }) => is_known) ?? readable[0];
  const sheet = wanted ?? likely?.name ?? sheets[0];
  if (sheet === undefined) throw new UnreadableFile('empty');
  const read = await readSheetRows(workbook, sheet);
  const { count, row, is_hidden_column } = read;
  const facts = factsOf(visibleRows(read, FIRST_ROWS));
  return {
    ...facts,
    sheets,
    sheet,
    choices,
    hidden: {
      rows: read.hiddenBelow(facts.header_line),
      sheets: workbook.index.sheets.length - sheets.length,
      columns: facts.header.filter((_, column) => is_hidden_column(column)),
    },
    encoding: null,
    decimal_comma: false,
    rows: async function* (kinds) {
      for (let at = 0; at < count; at += 1) {
        const next = row(at, kinds);
        if (next.line > facts.header_line) yield { ...next, progress: (at + 1) / count };
      }
    },
  };
}

function visibleSheets({ index }: Workbook): string[] {
  return index.sheets.filter(({ is_hidden }) => !is_hidden).map(({ name }) => name);
}

async function openText(file: File, chosen: Encoding | null): Promise<OpenedFile> {
  const found = chosen ? ({ name: chosen, by: 'chosen', is_ascii: false } as const) : await encodingOf(file);
  const encoding = found.name;
  const first: FileRow[] = [];
  const { rows, decimal_comma } = await readCsv(file, encoding);
  try {
    for await (const row of rows) {
      first.push(row);
      if (first.length >= FIRST_ROWS) break;
    }
  } catch (error) {
    // The readable rows are shown, together with the reason for the damage.
    if (!(error instanceof UnreadableFile) || first.length < 2) throw error;
  }
  const facts = factsOf(first);
  return {
    ...facts,
    sheets: [],
    sheet: null,
    choices: [],
    hidden: NOTHING_HIDDEN,
    encoding: {
      ...found,
      rows: await readForeignRows(found.by, first, async () => (await readCsv(file, encoding)).rows),
    },
    decimal_comma,
    rows: async function* () {
      for await (const row of (await readCsv(file, encoding)).rows) {
        if (row.line > facts.header_line)
          yield { ...row, progress: file.size === 0 ? 1 : row.read / file.size };
      }
    },
  };
}

function factsOf(rows: readonly FileRow[]) {
  if (rows.length === 0) throw new UnreadableFile('empty');
  const header = headerRowOf(rows);
  if (!header) throw new UnreadableFile('no_header');
  const below = rows.filter(({ line }) => line > header.line);
  return {
    header: columnNames(headerCells(header)),
    header_line: header.line,
    samples: below.slice(0, SAMPLE_ROWS).map(({ cells }) => cells.map((cell) => cell.slice(0, SAMPLE_MAX))),
  };
}
