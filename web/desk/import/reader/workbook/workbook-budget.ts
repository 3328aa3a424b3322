import { UnreadableFile } from '../read-row.ts';
import type { WorkbookLimits } from '../reading-limits.ts';

/**
 * Counts the content of one workbook during reading. Each method throws UnreadableFile if its limit is
 * exceeded.
 */
export class WorkbookBudget {
  readonly limits: WorkbookLimits;
  unpacked_bytes = 0;
  cells = 0;
  merged_rows = 0;
  merged_cells = 0;
  characters = 0;
  elements = 0;
  #shared_texts = 0;

  constructor(limits: WorkbookLimits) {
    this.limits = limits;
  }

  unpack(bytes: number): void {
    this.unpacked_bytes += bytes;
    if (this.unpacked_bytes > this.limits.unpacked_bytes) throw new UnreadableFile('unpacks_too_large');
  }

  addElement(): void {
    this.elements += 1;
    const { elements, elements_per_cell } = this.limits;
    if (this.elements > elements + elements_per_cell * (this.cells + this.#shared_texts)) {
      throw new UnreadableFile('overloaded');
    }
  }

  addCell(): void {
    this.cells += 1;
    if (this.cells > this.limits.cells) throw new UnreadableFile('too_many_cells');
  }

  addSharedText(): void {
    this.#shared_texts += 1;
    if (this.#shared_texts > this.limits.shared_texts) throw new UnreadableFile('too_many_cells');
  }

  addCharacters(characters: number): void {
    this.characters += characters;
    if (this.characters > this.limits.characters) throw new UnreadableFile('unpacks_too_large');
  }

  /** Counts merged cells. Columns beyond those that a list may have are not read and do not count. */
  mergeCells(rows: number, columns: number): void {
    this.merged_rows += rows;
    this.merged_cells += rows * Math.min(columns, this.limits.columns);
    const { merged_rows, merged_cells } = this.limits;
    if (this.merged_rows > merged_rows || this.merged_cells > merged_cells)
      throw new UnreadableFile('too_many_merged');
  }
}
