/** Converts the letters of a column to its number: `A` is 0, `AB` is 27. */
export function placeOf(letters: string): number {
  let place = 0;
  for (const letter of letters) place = place * 26 + letter.charCodeAt(0) - 64;
  return place - 1;
}

/** Converts the number of a column to its letters: 0 is `A`, 27 is `AB`. */
export function lettersOf(place: number): string {
  const letter = String.fromCharCode(65 + (place % 26));
  return place < 26 ? letter : `${lettersOf(Math.floor(place / 26) - 1)}${letter}`;
}
