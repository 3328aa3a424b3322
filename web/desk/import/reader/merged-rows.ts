import { cellFault } from '../../../../contract/rules/cell-faults.ts';
import { placeOf } from './cell-place.ts';
import type { CellFaultAt } from './read-row.ts';
import type { WorkbookBudget } from './workbook-budget.ts';

const RANGE = /^([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/;

/** The rows that are merged with others: it is unknown which of them a merged cell belongs to. */
export class MergedRows {
  readonly #faults = new Map<number, CellFaultAt[]>();
  readonly #budget: WorkbookBudget;

  constructor(budget: WorkbookBudget) {
    this.#budget = budget;
  }

  /** Adds a range like `A2:B4`, cut at the sheet's last row. Throws UnreadableFile for too many rows. */
  add(range: string, last_line: number): void {
    const [, column = '', first = '', last = ''] = RANGE.exec(range) ?? [];
    const from = Number(first);
    const to = Number(last);
    if (to <= from) return;
    const end = Math.min(to, last_line);
    this.#budget.mergeRows(Math.max(0, end - from + 1));
    const merged = { at: placeOf(column), fault: cellFault('merged_rows', { from, to }) };
    for (let line = from; line <= end; line += 1) {
      const faults = this.#faults.get(line);
      if (faults) faults.push(merged);
      else this.#faults.set(line, [merged]);
    }
  }

  of(line: number): readonly CellFaultAt[] {
    return this.#faults.get(line) ?? [];
  }
}
