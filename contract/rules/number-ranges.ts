/** `#418-#420, #422`: numbers as people read them, those that follow one another as one range. In any order, each once. */
export function formatNumbers(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of [...new Set(numbers)].toSorted((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([first, last]) => (first === last ? `#${first}` : `#${first}-#${last}`)).join(', ');
}
