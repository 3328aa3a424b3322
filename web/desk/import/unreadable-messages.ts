import { t } from '@lingui/core/macro';
import { ROW_CELLS_MAX, ROW_CHARACTERS_MAX } from '../../../contract/rules/csv/csv-row-limits.ts';
import type { UnreadableFile } from './reader/read-row.ts';
import { LINES_MAX, MB, TEXT_BYTES_MAX, WORKBOOK_LIMITS } from './reader/reading-limits.ts';

const written = (number: number) => number.toLocaleString('en');

/** Explains why a file cannot be read, and how to fix it. */
export function unreadableText({ why, line }: UnreadableFile): string {
  const after = line ?? 0;
  const megabytes = TEXT_BYTES_MAX / MB;
  const packed = WORKBOOK_LIMITS.packed_bytes / MB;
  const unpacked = WORKBOOK_LIMITS.unpacked_bytes / MB;
  const columns = written(ROW_CELLS_MAX);
  const rows = written(LINES_MAX);
  const cells = written(WORKBOOK_LIMITS.cells);
  const merged = written(WORKBOOK_LIMITS.merged_rows);
  const sheets = written(WORKBOOK_LIMITS.sheets);
  const characters = written(ROW_CHARACTERS_MAX);
  const parts = written(WORKBOOK_LIMITS.parts);
  const elements = written(WORKBOOK_LIMITS.elements);
  return {
    empty: t`The file is empty.`,
    too_large: t`The file is too large: a CSV file may have ${megabytes} MB, an Excel file ${packed} MB. Split it, and import one part after the other.`,
    unpacks_too_large: t`The file is larger than ${unpacked} MB when it is unpacked. Split it, and import one part after the other.`,
    old_excel: t`This file is from an old version of Excel or has a password. Save it as .xlsx without a password, or as CSV.`,
    not_a_sheet: t`This is neither a CSV file nor an Excel file (.xlsx).`,
    no_header: t`The file has no header row. Add one above the orders, for example: Number, Name, Address, Amount.`,
    quotation_mark: t`The file cannot be read after line ${after}: a quotation mark is never closed there.`,
    too_many: t`The file has more than 200,000 orders. Split it, and import one part after the other.`,
    too_many_columns: t`The file has more than ${columns} columns. Delete those that you do not need, and choose it again.`,
    too_many_rows: t`The file has more than ${rows} rows. Split it, and import one part after the other.`,
    too_many_cells: t`The sheet has more than ${cells} cells. Split it, and import one part after the other.`,
    too_many_merged: t`More than ${merged} rows of the sheet are merged with others. Unmerge their cells, and choose the file again.`,
    too_many_sheets: t`The file has more than ${sheets} sheets. Save the sheet with the orders as a separate file, and choose that file.`,
    row_too_long:
      line === null
        ? t`A cell of the file is longer than ${characters} characters. Shorten it, and choose the file again.`
        : t`The row after line ${after} is longer than ${characters} characters. Shorten it, and choose the file again.`,
    overloaded: t`In addition to its cells, the file has more than ${parts} parts or ${elements} elements. Copy the orders to a new file, and choose that file.`,
    unreadable: t`The file cannot be read. Was it moved or changed? Choose it again.`,
  }[why];
}
