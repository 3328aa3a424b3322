import type { FoundEncoding } from '../../../../contract/rules/encodings/find-encoding.ts';
import {
  isUnreadable,
  UNREADABLE_CHARACTER,
} from '../../../../contract/rules/encodings/unreadable-character.ts';
import { type FileRow, UnreadableFile } from './read-row.ts';

/** Cells of a row that help a user to check the encoding. */
export type ForeignRow = { line: number; cells: string[] };

export type FileEncoding = Omit<FoundEncoding, 'by'> & {
  by: FoundEncoding['by'] | 'chosen';
  rows: ForeignRow[];
};

const ROWS = 3;
/** The number of rows with non-ASCII characters that are compared. */
const ROWS_COMPARED = 200;
const CELLS_MAX = 4;
const CELL_MAX = 60;

/**
 * Returns the rows with the most non-ASCII characters, at least one with unreadable characters if there are
 * any. If the encoding is certain, `first` is enough; otherwise reads on until enough rows are found.
 */
export async function readForeignRows(
  by: FileEncoding['by'],
  first: readonly FileRow[],
  readRows: () => Promise<AsyncIterable<FileRow>>,
): Promise<ForeignRow[]> {
  const foreign = new ForeignRows();
  if (by === 'certain') {
    for (const row of first) foreign.take(row);
    return foreign.best();
  }
  try {
    for await (const row of await readRows()) {
      foreign.take(row);
      if (foreign.count >= ROWS_COMPARED && (by !== 'broken' || foreign.has_unreadable)) break;
    }
  } catch (error) {
    // The import itself reports the damage.
    if (!(error instanceof UnreadableFile)) throw error;
  }
  return foreign.best();
}

type Scored = ForeignRow & { score: number };

class ForeignRows {
  count = 0;
  #best: Scored[] = [];
  #unreadable: Scored | null = null;

  get has_unreadable(): boolean {
    return this.#unreadable !== null;
  }

  take({ line, cells }: FileRow): void {
    const score = cells.reduce((sum, cell) => sum + foreignIn(cell), 0);
    if (score === 0) return;
    this.count += 1;
    const is_unreadable = this.#unreadable === null && cells.some(isUnreadable);
    const worst = this.#best.length < ROWS ? 0 : (this.#best.at(-1)?.score ?? 0);
    if (score <= worst && !is_unreadable) return;
    const row = { line, cells: shownOf(cells), score };
    if (is_unreadable) this.#unreadable = row;
    if (score > worst) this.#best = [...this.#best, row].sort((a, b) => b.score - a.score).slice(0, ROWS);
  }

  /** Returns the best rows in file order. */
  best(): ForeignRow[] {
    const needs_unreadable = this.#unreadable && !this.#best.some(({ cells }) => cells.some(isUnreadable));
    const rows = needs_unreadable && this.#unreadable ? [this.#unreadable, ...this.#best] : this.#best;
    return rows
      .slice(0, ROWS)
      .map(({ line, cells }) => ({ line, cells }))
      .sort((a, b) => a.line - b.line);
  }
}

function foreignIn(cell: string): number {
  let count = 0;
  for (let at = 0; at < cell.length; at += 1) if (cell.charCodeAt(at) > 0x7f) count += 1;
  return count;
}

/** Returns the cells to show, those with unreadable characters first. */
function shownOf(cells: readonly string[]): string[] {
  const foreign = cells.map((cell) => cell.trim()).filter((cell) => foreignIn(cell) > 0);
  const ordered = [...foreign.filter(isUnreadable), ...foreign.filter((cell) => !isUnreadable(cell))];
  return ordered.slice(0, CELLS_MAX).map(shortened);
}

/** Shortens a long cell to the surroundings of its unreadable character. */
function shortened(cell: string): string {
  if (cell.length <= CELL_MAX) return cell;
  const from = Math.max(0, cell.indexOf(UNREADABLE_CHARACTER) - CELL_MAX / 2);
  return `${from > 0 ? '…' : ''}${cell.slice(from, from + CELL_MAX)}…`;
}
