import { UnreadableFile } from '../read-row.ts';
import { WORKBOOK_LIMITS, type WorkbookLimits } from '../reading-limits.ts';
import { CellFormats, readCellFormats } from './cell-formats.ts';
import type { CellContext } from './cell-text.ts';
import { readSharedTexts } from './shared-texts.ts';
import { readSheetCells, type Sheet } from './sheet-cells.ts';
import { WorkbookBudget } from './workbook-budget.ts';
import { readWorkbookIndex, type WorkbookIndex } from './workbook-index.ts';
import { unpacked, type ZipParts, zipParts } from './zip-parts.ts';

export type Workbook = {
  index: WorkbookIndex;
  parts: ZipParts;
  budget: WorkbookBudget;
  /** Read once, together with the first sheet. */
  context?: CellContext;
};

/** Opens a workbook and reads the names of its sheets. Throws UnreadableFile. */
export async function openWorkbook(file: Blob, limits: WorkbookLimits = WORKBOOK_LIMITS): Promise<Workbook> {
  const budget = new WorkbookBudget(limits);
  const parts = await zipParts(file, limits.parts);
  return { index: await readWorkbookIndex(parts, budget), parts, budget };
}

/**
 * Reads the rows of a sheet, or its first `rows_max` visible ones. Failed formulas and merged cells become
 * faults of their rows. Other sheets are not unpacked. Throws UnreadableFile.
 */
export async function readSheetRows(workbook: Workbook, name: string, rows_max?: number): Promise<Sheet> {
  const { index, budget } = workbook;
  const { part = '' } = index.sheets.find((sheet) => sheet.name === name) ?? {};
  const sheet = chunksOf(workbook, part);
  if (!sheet) throw new UnreadableFile('not_a_sheet');
  workbook.context ??= await readContext(workbook);
  return readSheetCells(sheet, budget, workbook.context, rows_max);
}

async function readContext(workbook: Workbook): Promise<CellContext> {
  const { index, budget } = workbook;
  const texts = chunksOf(workbook, index.shared_texts);
  const styles = chunksOf(workbook, index.styles);
  return {
    shared_texts: texts ? await readSharedTexts(texts, budget) : [],
    formats: styles ? await readCellFormats(styles, budget) : new CellFormats(),
    is_1904: index.is_1904,
  };
}

function chunksOf({ parts, budget }: Workbook, part: string): AsyncGenerator<Uint8Array> | undefined {
  const found = parts.get(part);
  return found && unpacked(found, budget);
}
