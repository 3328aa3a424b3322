import { readDateStyles } from './date-styles.ts';
import { type FileRow, UnreadableFile } from './read-row.ts';
import { WORKBOOK_LIMITS, type WorkbookLimits } from './reading-limits.ts';
import { readSharedTexts } from './shared-texts.ts';
import { readSheetCells } from './sheet-cells.ts';
import { WorkbookBudget } from './workbook-budget.ts';
import { readWorkbookIndex, type WorkbookIndex } from './workbook-index.ts';
import { unpacked, type ZipParts, zipParts } from './zip-parts.ts';

export type Workbook = { index: WorkbookIndex; parts: ZipParts; budget: WorkbookBudget };

/** Opens a workbook, and reads the names of its sheets. Throws UnreadableFile. */
export async function openWorkbook(file: Blob, limits: WorkbookLimits = WORKBOOK_LIMITS): Promise<Workbook> {
  const budget = new WorkbookBudget(limits);
  const parts = await zipParts(file, limits.parts);
  return { index: await readWorkbookIndex(parts, budget), parts, budget };
}

/**
 * Reads the rows of one sheet: numbers as decimals, dates without a time zone. Failed formulas and merged
 * rows are faults of their rows. Other sheets are not unpacked. Throws UnreadableFile.
 */
export async function readSheetRows(
  { index, parts, budget }: Workbook,
  name: string,
): Promise<{ count: number; row: (at: number) => FileRow }> {
  const chunks = (part: string) => {
    const found = parts.get(part);
    return found && unpacked(found, budget);
  };
  const { part = '' } = index.sheets.find((sheet) => sheet.name === name) ?? {};
  const sheet = chunks(part);
  if (!sheet) throw new UnreadableFile('not_a_sheet');
  const texts = chunks(index.shared_texts);
  const styles = chunks(index.styles);
  return readSheetCells(sheet, budget, {
    shared_texts: texts ? await readSharedTexts(texts, budget) : [],
    date_styles: styles ? await readDateStyles(styles, budget) : [],
    is_1904: index.is_1904,
  });
}
