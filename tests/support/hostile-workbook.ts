import { strToU8, zipSync } from 'fflate';

const ROOT = 'http://schemas.openxmlformats.org';
const RELATION = `${ROOT}/officeDocument/2006/relationships`;
const FIRST_ROWS =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>Number</t></is></c><c r="B1" t="inlineStr"><is><t>Name</t></is></c></row>' +
  '<row r="2"><c r="A2"><v>1</v></c><c r="B2" t="inlineStr"><is><t>Layla</t></is></c></row>';

/** Parts of a workbook that an attack replaces, as XML. */
export type HostileParts = { sheet?: string; workbook?: string; shared_texts?: string; styles?: string };

/** Builds a sheet: a header, one order, then `rows`; `before` and `after` surround the data. */
export function hostileSheet(rows: string, { before = '', after = '' } = {}): string {
  return `<worksheet>${before}<sheetData>${FIRST_ROWS}${rows}</sheetData>${after}</worksheet>`;
}

/** Builds a workbook of one sheet that no spreadsheet program would write. */
export function hostileWorkbook(parts: HostileParts, others: Record<string, string> = {}) {
  const files = {
    'xl/workbook.xml':
      parts.workbook ??
      `<workbook xmlns:r="${RELATION}"><sheets><sheet name="Orders" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${RELATION}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/sharedStrings.xml': parts.shared_texts ?? '<sst/>',
    'xl/styles.xml': parts.styles ?? '<styleSheet/>',
    'xl/worksheets/sheet1.xml': parts.sheet ?? hostileSheet(''),
    ...others,
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(xml)])));
}

const ENTRY = 0x02014b50;

/**
 * Changes a field in every entry of an archive's directory. Its offset in the entry is 20 for the packed
 * size, 24 for the unpacked size, 42 for the position of the file.
 */
export function withEntryField(archive: Uint8Array, field: 20 | 24 | 42, value: number): Uint8Array {
  const changed = archive.slice();
  const view = new DataView(changed.buffer);
  for (let at = 0; at + 46 <= changed.length; at += 1) {
    if (view.getUint32(at, true) === ENTRY) view.setUint32(at + field, value, true);
  }
  return changed;
}
