/** Formats numbers as `#418-#420, #422`: consecutive ones as a range, sorted, without duplicates. */
export function formatNumbers(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of [...new Set(numbers)].toSorted((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([first, last]) => (first === last ? `#${first}` : `#${first}-#${last}`)).join(', ');
}
