import { ROW_CELLS_MAX, ROW_CHARACTERS_MAX } from '../../../../contract/rules/csv/csv-row-limits.ts';

export const MB = 1024 * 1024;

/** Largest accepted text file, in bytes: 50,000 Shopify orders with all items take 60 MB. */
export const TEXT_BYTES_MAX = 200 * MB;
/**
 * Highest number of physical lines of a text file, including empty ones, and highest row number of a sheet.
 */
export const LINES_MAX = 5_000_000;

/** Limits of a workbook, checked during reading: one kilobyte can describe more than a device can store. */
export const WORKBOOK_LIMITS = {
  /** Size of the file. */
  packed_bytes: 50 * MB,
  /** Unpacked bytes of all parts that are read: 200,000 orders with 8 columns take 95 MB. */
  unpacked_bytes: 250 * MB,
  /** Files in the archive. */
  parts: 10_000,
  sheets: 1_000,
  columns: ROW_CELLS_MAX,
  /** Cells of a sheet, including empty ones: 200,000 orders with 25 columns. */
  cells: 5_000_000,
  /** Shared texts: 200,000 orders with 10 distinct texts each. */
  shared_texts: 2_000_000,
  /** Rows in merged ranges; a row in two ranges counts twice. */
  merged_rows: 1_000_000,
  /** Cells of merged ranges in the columns that are read. */
  merged_cells: 2_000_000,
  row_characters: ROW_CHARACTERS_MAX,
  /** Characters of all cells; a shared text counts in each cell. */
  characters: 200_000_000,
  /** XML elements in addition to those that cells may have. */
  elements: 1_000_000,
  elements_per_cell: 20,
};

export type WorkbookLimits = typeof WORKBOOK_LIMITS;
