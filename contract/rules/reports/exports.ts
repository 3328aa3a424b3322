/** The formats and names of files that views of the desk are exported to, shared by server and browser. */
export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Larger exports are CSV: a spreadsheet takes minutes to open a sheet with more rows. */
export const XLSX_ROWS_MAX = 100_000;

/** The header with the number of rows that the file will have, without titles and totals. */
export const EXPORT_ROWS_HEADER = 'export-rows';

export const EXPORT_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The content type of a response with progress (see `export-frames`). */
export const COUNTED_TYPE = 'application/vnd.mandoob.counted-export';

/**
 * Returns a name like `deliveries 2026-11-01 to 2026-11-30.csv`; an export without a period has its own day.
 */
export function exportFileName(
  name: string,
  { from, to }: { from: string; to: string },
  format: ExportFormat,
): string {
  return `${name.replaceAll('_', ' ')} ${from === to ? from : `${from} to ${to}`}.${format}`;
}
