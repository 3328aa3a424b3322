import { strToU8, zipSync } from 'fflate';

/** A cell of a workbook: a text, a number as the file has it, a date as its days, a formula that failed, or nothing. */
export type SheetCell = string | { number: string } | { date: string } | { failed: string } | null;

const ROOT = 'http://schemas.openxmlformats.org';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** An Excel file with these sheets, as Excel writes one; `merged` are ranges as `A2:A4` of the first. */
export function workbookOf(sheets: Record<string, SheetCell[][]>, merged: string[] = []): Buffer {
  const names = Object.keys(sheets);
  const parts = Object.fromEntries(
    Object.values(sheets).map((rows, at) => [
      `xl/worksheets/sheet${at + 1}.xml`,
      sheetOf(rows, at === 0 ? merged : []),
    ]),
  );
  const listed = names.map(
    (name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  const relations = names.map(
    (_, at) =>
      `<Relationship Id="rId${at + 1}" Type="${ROOT}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  const files = {
    'xl/workbook.xml': `<workbook xmlns="${ROOT}/spreadsheetml/2006/main" xmlns:r="${ROOT}/officeDocument/2006/relationships"><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${ROOT}/package/2006/relationships">${relations.join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${ROOT}/spreadsheetml/2006/main"><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs></styleSheet>`,
    ...parts,
  };
  const zipped = zipSync(
    Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(`${HEAD}${xml}`)])),
  );
  return Buffer.from(zipped);
}

function sheetOf(rows: SheetCell[][], merged: string[]): string {
  const written = rows.map(
    (cells, at) =>
      `<row r="${at + 1}">${cells.map((cell, column) => cellOf(cell, `${String.fromCharCode(65 + column)}${at + 1}`)).join('')}</row>`,
  );
  const merges =
    merged.length > 0
      ? `<mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
      : '';
  return `<worksheet xmlns="${ROOT}/spreadsheetml/2006/main"><sheetData>${written.join('')}</sheetData>${merges}</worksheet>`;
}

function cellOf(cell: SheetCell, at: string): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return `<c r="${at}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
  if ('number' in cell) return `<c r="${at}"><v>${cell.number}</v></c>`;
  if ('date' in cell) return `<c r="${at}" s="1"><v>${cell.date}</v></c>`;
  return `<c r="${at}" t="e"><f>1/0</f><v>${cell.failed}</v></c>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
