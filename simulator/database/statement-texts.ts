/**
 * Returns true if the statements end a transaction, or a part of one by a rollback to a savepoint: both
 * release locks.
 */
export function endsTransaction(texts: readonly string[]): boolean {
  return texts.some((text) => /^\s*(commit|rollback)\b/i.test(text));
}

/** Returns true if a transaction is open after these statements; `was_open` is the state before them. */
export function isOpenAfter(texts: readonly string[], was_open: boolean): boolean {
  const last = texts.findLast((text) => /^\s*(begin|start transaction|commit|rollback)\b(?! to)/i.test(text));
  return last === undefined ? was_open : /^\s*(begin|start)/i.test(last);
}

/** Shortens statements for the trace. */
export function short(texts: readonly string[]): string {
  const line = texts.join('; ').replace(/\s+/g, ' ').trim();
  return line.length > 90 ? `${line.slice(0, 87)}...` : line;
}
