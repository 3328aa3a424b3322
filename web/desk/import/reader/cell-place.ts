/** Converts the letters of a column to its number: `A` is 0, `AB` is 27. */
export function placeOf(letters: string): number {
  let place = 0;
  for (const letter of letters) place = place * 26 + letter.charCodeAt(0) - 64;
  return place - 1;
}
