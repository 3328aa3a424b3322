/** Returns the names that several columns have; the readers append ` (2)` to the second of them. */
export function repeatedNames(header: readonly string[]): string[] {
  return header.filter((name) => header.includes(`${name} (2)`));
}
