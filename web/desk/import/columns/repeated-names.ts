/** Returns the names that several columns have: the second column of a name has ` (2)` behind it. */
export function repeatedNames(header: readonly string[]): string[] {
  return header.filter((name) => header.includes(`${name} (2)`));
}
