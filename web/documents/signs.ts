import type { PdfFonts } from './pdf-fonts.ts';

/** A vowel sign or accent that is drawn over or under its letter; offsets in em from the run's left edge and baseline. */
export type PlacedSign = { text: string; right_em: number; up_em: number };

const SIGN = /\p{Mn}/u;
const ARABIC = /[\u0600-\u08ff]/;
const GAP_EM = 0.05;

/**
 * Takes the combining signs out of a visual run and centres each on its letter, above or below its ink, stacked when there
 * are several. Fonts position them by tables which PDF libraries do not read; without this they pile up beside letters.
 */
export function placeSigns(fonts: PdfFonts, run: string): { text: string; signs: PlacedSign[] } {
  if (!SIGN.test(run)) return { text: run, signs: [] };
  const characters = [...run];
  const text = characters.filter((character) => !SIGN.test(character)).join('');
  const signs: PlacedSign[] = [];
  let x_em = 0;
  characters.forEach((letter, at) => {
    if (SIGN.test(letter)) return;
    const advance_em = fonts.advance_em(letter);
    const ink = fonts.ink_em(letter);
    let [top_em, bottom_em] = [ink?.yMax ?? 0, ink?.yMin ?? 0];
    for (const sign of signsOf(characters, at)) {
      const box = fonts.ink_em(sign);
      if (!box) continue;
      const above = box.yMin + box.yMax > 0;
      const up_em = above
        ? Math.max(0, top_em + GAP_EM - box.yMin)
        : Math.min(0, bottom_em - GAP_EM - box.yMax);
      if (above) top_em = box.yMax + up_em;
      else bottom_em = box.yMin + up_em;
      signs.push({ text: sign, right_em: x_em + advance_em / 2 - (box.xMin + box.xMax) / 2, up_em });
    }
    x_em += advance_em;
  });
  return { text, signs };
}

/** In visual order Arabic signs stand to the left of their letter, last sign first; others to the right. */
function signsOf(characters: readonly string[], at: number): string[] {
  const signs: string[] = [];
  const isSign = (index: number, arabic: boolean) => {
    const character = characters[index] ?? '';
    return SIGN.test(character) && ARABIC.test(character) === arabic;
  };
  for (let index = at - 1; isSign(index, true); index -= 1) signs.push(characters[index] ?? '');
  for (let index = at + 1; isSign(index, false); index += 1) signs.push(characters[index] ?? '');
  return signs;
}
