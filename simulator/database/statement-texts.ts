/** Whether this ends a transaction or, rolling back to a savepoint, a part of one: either gives locks back. */
export function endsTransaction(texts: readonly string[]): boolean {
  return texts.some((text) => /^\s*(commit|rollback)\b/i.test(text));
}

/** Whether a transaction is open after these, where it was before or not. */
export function isOpenAfter(texts: readonly string[], was_open: boolean): boolean {
  const last = texts.findLast((text) => /^\s*(begin|start transaction|commit|rollback)\b(?! to)/i.test(text));
  return last === undefined ? was_open : /^\s*(begin|start)/i.test(last);
}

/** For the trace. */
export function short(texts: readonly string[]): string {
  const line = texts.join('; ').replace(/\s+/g, ' ').trim();
  return line.length > 90 ? `${line.slice(0, 87)}...` : line;
}
