import { strFromU8, unzipSync, zipSync } from 'fflate';
import { InvalidInputError, readSheet } from 'read-excel-file/universal';
import { cellFault } from '../../../../contract/rules/cell-faults.ts';
import { decimalText } from '../../../../contract/rules/number-text.ts';
import { type FileRow, storable, UnreadableFile } from './read-row.ts';

/** What the parts of a workbook may come to once unpacked, in bytes: 50,000 orders take a tenth of it. */
const UNPACKED_MAX = 250 * 1024 * 1024;
/** All that is read of a workbook. */
const PARTS =
  /^(xl\/workbook\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/sharedStrings\.xml|xl\/styles\.xml|xl\/worksheets\/[^/]+\.xml)$/i;

type Parts = Record<string, Uint8Array>;
export type Workbook = { sheets: string[]; parts: Parts };

/** Unpacks a workbook, and names its sheets. Throws UnreadableFile. */
export async function openWorkbook(file: Blob): Promise<Workbook> {
  const bytes = new Uint8Array(
    await file.arrayBuffer().catch(() => {
      throw new UnreadableFile('unreadable');
    }),
  );
  let unpacked = 0;
  try {
    const parts = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!PARTS.test(name)) return false;
        unpacked += originalSize;
        if (unpacked > UNPACKED_MAX) throw new UnreadableFile('too_large');
        return true;
      },
    });
    const workbook = parts['xl/workbook.xml'];
    if (!workbook) throw new UnreadableFile('not_a_sheet');
    return { sheets: sheetNames(strFromU8(workbook)), parts };
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('not_a_sheet');
  }
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

function unescaped(text: string): string {
  return text
    .replace(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, code: string) =>
      String.fromCodePoint(Number.parseInt(code, hex ? 16 : 10)),
    )
    .replace(/&(amp|lt|gt|quot|apos);/g, (entity) => ENTITIES[entity] ?? entity);
}

function sheetNames(workbook: string): string[] {
  return [...workbook.matchAll(/<(?:\w+:)?sheet\b[^>]*?\bname="([^"]*)"/g)].map(([, name = '']) =>
    unescaped(name),
  );
}

/**
 * The rows of one sheet, numbers as decimal texts and dates as texts of the wall clock. Cells whose formula failed or that are merged with others spoil
 * their row: the one has no value, and of the others nobody knows whose it is. Throws UnreadableFile.
 */
export async function readSheetRows({ sheets, parts }: Workbook, sheet: string): Promise<FileRow[]> {
  const at = Math.max(0, sheets.indexOf(sheet));
  // Packed anew without packing: the library unpacks large parts in workers of its own making, which the page's policy forbids.
  const packed = zipSync(parts, { level: 0 });
  const rows = await readSheet(new Blob([packed as Uint8Array<ArrayBuffer>]), at + 1, {
    parseNumber: (text) => new Decimal(text),
  }).catch((error: unknown) => {
    throw new UnreadableFile(error instanceof InvalidInputError ? 'not_a_sheet' : 'unreadable');
  });
  const spoilt = spoiltCells(sheetText(parts, at));
  return rows.flatMap((cells, index) => {
    const texts = cells.map((cell) => storable(textOf(cell)));
    const line = index + 1;
    if (texts.every((text) => text === '')) return [];
    return { line, cells: texts, spoilt: spoilt.get(line) ?? null };
  });
}

/** A number as the sheet has it, told apart from the texts. */
class Decimal {
  readonly text: string;
  constructor(text: string) {
    this.text = decimalText(text);
  }
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Decimal) return cell.text;
  if (cell instanceof Date) return momentText(cell);
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return String(cell).trim();
}

const MINUTE_MS = 60_000;

/** A sheet's dates are of no time zone; the library gives them as if they were of the world's. */
function momentText(date: Date): string {
  const text = new Date(Math.round(date.getTime() / MINUTE_MS) * MINUTE_MS).toISOString();
  return text.slice(11, 16) === '00:00' ? text.slice(0, 10) : text.slice(0, 16);
}

/** The part of a sheet, by its place in the workbook. */
function sheetText(parts: Parts, at: number): string {
  const workbook = strFromU8(parts['xl/workbook.xml'] ?? new Uint8Array());
  const relations = strFromU8(parts['xl/_rels/workbook.xml.rels'] ?? new Uint8Array());
  const tag = [...workbook.matchAll(/<(?:\w+:)?sheet\b[^>]*>/g)][at]?.[0] ?? '';
  const id = /\br:id="([^"]*)"|\bid="([^"]*)"/.exec(tag);
  const relation = [...relations.matchAll(/<Relationship\b[^>]*>/g)].find(
    ([one]) => /\bId="([^"]*)"/.exec(one)?.[1] === (id?.[1] ?? id?.[2]),
  );
  const target = /\bTarget="([^"]*)"/.exec(relation?.[0] ?? '')?.[1] ?? '';
  const part = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  return strFromU8(parts[part] ?? new Uint8Array());
}

const FAILED = /<c\b(?=[^>]*\bt="e")[^>]*\br="([A-Z]+)(\d+)"[^>]*>(?:(?!<\/c>)[\s\S])*?<v>([^<]*)<\/v>/g;
const MERGED = /<mergeCell\b[^>]*\bref="([A-Z]+)(\d+):[A-Z]+(\d+)"/g;

function spoiltCells(sheet: string): Map<number, NonNullable<FileRow['spoilt']>> {
  const spoilt = new Map<number, NonNullable<FileRow['spoilt']>>();
  for (const [, column = '', row, value = ''] of sheet.matchAll(FAILED)) {
    spoilt.set(Number(row), {
      at: placeOf(column),
      fault: cellFault('formula_failed', { text: value.slice(0, 100) }),
    });
  }
  for (const [, column = '', from, to] of sheet.matchAll(MERGED)) {
    if (from === to) continue;
    const fault = cellFault('merged_rows', { from: Number(from), to: Number(to) });
    for (let row = Number(from); row <= Math.min(Number(to), Number(from) + 100_000); row += 1) {
      spoilt.set(row, { at: placeOf(column), fault });
    }
  }
  return spoilt;
}

/** `A` is 0, `AB` 27. */
function placeOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
