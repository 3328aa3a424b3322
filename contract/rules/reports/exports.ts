/** Files that a view of the desk is written to, for both sides. */
export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Larger ones come as CSV: a spreadsheet that opens more of them in one sheet takes minutes. */
export const XLSX_ROWS_MAX = 100_000;

/** How many rows the file will have, beside its titles and what they come to. */
export const EXPORT_ROWS_HEADER = 'export-rows';

export const EXPORT_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Of an answer that tells how far it is (`export-frames`). */
export const COUNTED_TYPE = 'application/vnd.mandoob.counted-export';

/** `deliveries 2026-11-01 to 2026-11-30.csv`; what has no period has a day, that of the export. */
export function exportFileName(
  name: string,
  { from, to }: { from: string; to: string },
  format: ExportFormat,
): string {
  return `${name.replaceAll('_', ' ')} ${from === to ? from : `${from} to ${to}`}.${format}`;
}
