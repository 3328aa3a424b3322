/** Returns the names of several columns; readers append ` (2)` to the second column of a name. */
export function repeatedNames(header: readonly string[]): string[] {
  return header.filter((name) => header.includes(`${name} (2)`));
}
