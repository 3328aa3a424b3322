/** U+FFFD replaces bytes that are invalid in the encoding, and characters that no database stores. */
export const UNREADABLE_CHARACTER = '\uFFFD';

export function isUnreadable(cell: string): boolean {
  return cell.includes(UNREADABLE_CHARACTER);
}

/**
 * True if a row has too few or too many cells and an unreadable character: the broken byte may have been the
 * separator, so the cells after it may be in the wrong columns.
 */
export function mayHaveLostSeparator(cells: readonly string[], width: number): boolean {
  return cells.length !== width && cells.some(isUnreadable);
}
