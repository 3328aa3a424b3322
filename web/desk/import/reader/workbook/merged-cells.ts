import { cellFault } from '../../../../../contract/rules/import/cell-faults.ts';
import type { CellFaultAt } from '../read-row.ts';
import { lettersOf, placeOf } from './cell-place.ts';
import type { WorkbookBudget } from './workbook-budget.ts';

const RANGE = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/;

type Merged = { left: number; right: number; top: number; bottom: number };

/**
 * The merged cells of a sheet. A value that is merged across rows cannot be assigned to one of them. A value
 * that is merged across columns belongs to the first one.
 */
export class MergedCells {
  readonly #by_line = new Map<number, Merged[]>();
  readonly #budget: WorkbookBudget;

  constructor(budget: WorkbookBudget) {
    this.#budget = budget;
  }

  /** Adds a range like `A2:B4`, limited to the sheet's last row. Throws UnreadableFile for too many rows. */
  add(range: string, last_line: number): void {
    const [, first = '', top = '', last = '', bottom = ''] = RANGE.exec(range) ?? [];
    if (first === '') return;
    const merged = { left: placeOf(first), right: placeOf(last), top: Number(top), bottom: Number(bottom) };
    const end = Math.min(merged.bottom, last_line);
    // Each merged cell may become a fault.
    this.#budget.mergeCells(Math.max(0, end - merged.top + 1), merged.right - merged.left + 1);
    for (let line = merged.top; line <= end; line += 1) {
      const others = this.#by_line.get(line);
      if (others) others.push(merged);
      else this.#by_line.set(line, [merged]);
    }
  }

  /** Returns the faults of a row in the columns before `width`. */
  faultsOf(line: number, width: number): CellFaultAt[] {
    return (this.#by_line.get(line) ?? []).flatMap((merged) => faultsOf(merged, width));
  }
}

function faultsOf({ left, right, top, bottom }: Merged, width: number): CellFaultAt[] {
  const end = Math.min(right + 1, width);
  if (bottom > top) {
    const fault = cellFault('merged_rows', { from: top, to: bottom });
    return range(left, end).map((at) => ({ at, fault }));
  }
  const fault = cellFault('merged_columns', { from: lettersOf(left), to: lettersOf(right) });
  return range(left + 1, end).map((at) => ({ at, fault }));
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
}
