import { strToU8, zipSync } from 'fflate';

/**
 * A cell of a workbook: a text, a number in the file's notation, a date as its serial number, a failed
 * formula, a formula with or without a result, or nothing. A format is an Excel number format.
 */
export type SheetCell =
  | string
  | { number: string; format?: string }
  | { date: string; format?: string }
  | { failed: string }
  | { formula: string; result?: string }
  | null;

/** Hidden rows and columns of the first sheet, by their numbers from 1, and hidden sheets, by name. */
export type HiddenParts = { rows?: number[]; columns?: number[]; sheets?: string[] };

const ROOT = 'http://schemas.openxmlformats.org';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const DATE_FORMAT = 'dd/mm/yyyy hh:mm';

/**
 * Builds an Excel file with these sheets, in Excel's own structure. `merged`: ranges such as `A2:A4` of the
 * first sheet. `properties`: XML of the workbook before its sheets.
 */
export function workbookOf(
  sheets: Record<string, SheetCell[][]>,
  merged: string[] = [],
  { hidden = {}, properties = '' }: { hidden?: HiddenParts; properties?: string } = {},
): Buffer {
  const names = Object.keys(sheets);
  const formats: string[] = [];
  const parts = Object.fromEntries(
    Object.values(sheets).map((rows, at) => [
      `xl/worksheets/sheet${at + 1}.xml`,
      at === 0 ? sheetOf(rows, formats, merged, hidden) : sheetOf(rows, formats),
    ]),
  );
  const listed = names.map((name, at) => {
    const state = hidden.sheets?.includes(name) ? ' state="hidden"' : '';
    return `<sheet name="${escaped(name)}" sheetId="${at + 1}"${state} r:id="rId${at + 1}"/>`;
  });
  const relations = names.map(
    (_, at) =>
      `<Relationship Id="rId${at + 1}" Type="${ROOT}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  const files = {
    'xl/workbook.xml': `<workbook xmlns="${ROOT}/spreadsheetml/2006/main" xmlns:r="${ROOT}/officeDocument/2006/relationships">${properties}<sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${ROOT}/package/2006/relationships">${relations.join('')}</Relationships>`,
    'xl/styles.xml': stylesOf(formats),
    ...parts,
  };
  const zipped = zipSync(
    Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(`${HEAD}${xml}`)])),
  );
  return Buffer.from(zipped);
}

/** Style 0 is general; the other styles are these formats, in order. */
function stylesOf(formats: readonly string[]): string {
  const defined = formats.map(
    (format, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(format)}"/>`,
  );
  const styles = formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`);
  return `<styleSheet xmlns="${ROOT}/spreadsheetml/2006/main"><numFmts>${defined.join('')}</numFmts><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`;
}

function sheetOf(
  rows: SheetCell[][],
  formats: string[],
  merged: string[] = [],
  hidden: HiddenParts = {},
): string {
  const written = rows.map((cells, at) => {
    const line = at + 1;
    const state = hidden.rows?.includes(line) ? ' hidden="1"' : '';
    const inside = cells.map((cell, column) =>
      cellOf(cell, `${String.fromCharCode(65 + column)}${line}`, formats),
    );
    return `<row r="${line}"${state}>${inside.join('')}</row>`;
  });
  const columns = hidden.columns?.map((at) => `<col min="${at}" max="${at}" width="9" hidden="1"/>`) ?? [];
  const cols = columns.length > 0 ? `<cols>${columns.join('')}</cols>` : '';
  const merges =
    merged.length > 0
      ? `<mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
      : '';
  return `<worksheet xmlns="${ROOT}/spreadsheetml/2006/main">${cols}<sheetData>${written.join('')}</sheetData>${merges}</worksheet>`;
}

function cellOf(cell: SheetCell, at: string, formats: string[]): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return `<c r="${at}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
  if ('failed' in cell) return `<c r="${at}" t="e"><f>1/0</f><v>${cell.failed}</v></c>`;
  if ('formula' in cell) {
    const { formula, result } = cell;
    const type = result === undefined ? '' : ' t="str"';
    return `<c r="${at}"${type}><f>${escaped(formula)}</f><v>${escaped(result ?? '')}</v></c>`;
  }
  const [value, format] =
    'date' in cell ? [cell.date, cell.format ?? DATE_FORMAT] : [cell.number, cell.format];
  const style = format === undefined ? '' : ` s="${styleOf(format, formats)}"`;
  return `<c r="${at}"${style}><v>${value}</v></c>`;
}

function styleOf(format: string, formats: string[]): number {
  if (!formats.includes(format)) formats.push(format);
  return formats.indexOf(format) + 1;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
