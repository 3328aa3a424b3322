/**
 * Joins Arabic letters by writing each as its presentation form, the only way to reach a font's joined glyphs from a
 * PDF library without a shaping engine. jsPDF's own step takes digits, commas and vowel signs for letters and then
 * joins wrongly ("الكريم،"), hence this one. Rules: Unicode Standard, section 9.2, Arabic cursive joining.
 */

/** Letter to its forms in the standard's order: isolated, final, initial, medial. Two forms join to the right only. */
const FORMS = new Map<string, string[]>();
/** Lam with an alef: isolated and final. */
const LAM_ALEF = new Map<string, string[]>();

// Forms-B comes first: for alef maksura it holds the isolated and final form, Forms-A the initial and medial one.
for (const [first, last] of [
  [0xfe80, 0xfefc],
  [0xfb50, 0xfbff],
] as const) {
  for (let code = first; code <= last; code += 1) {
    const form = String.fromCharCode(code);
    const letters = form.normalize('NFKC');
    const forms = letters.length === 1 && letters !== form ? FORMS : letters[0] === 'ل' ? LAM_ALEF : null;
    forms?.set(letters, [...(forms.get(letters) ?? []), form]);
  }
}

const TATWEEL = '\u0640';
const ZERO_WIDTH_JOINER = '\u200d';
const TRANSPARENT = /[\p{Mn}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

const isJoiner = (letter: string) => letter === TATWEEL || letter === ZERO_WIDTH_JOINER;
const joinsNext = (letter: string) => isJoiner(letter) || FORMS.get(letter)?.length === 4;
const joinsPrevious = (letter: string) => isJoiner(letter) || (FORMS.get(letter)?.length ?? 0) > 1;

/** Text in reading order with every Arabic letter in the form its neighbours ask for; other text is unchanged. */
export function joinArabic(text: string): string {
  const letters = [...text.normalize('NFC')];
  const neighbour = (from: number, step: 1 | -1): number => {
    let at = from + step;
    while (TRANSPARENT.test(letters[at] ?? '')) at += step;
    return at;
  };
  letters.forEach((letter, at) => {
    const forms = FORMS.get(letter);
    if (!forms) return;
    // The letters before are presentation forms already: what they were decides.
    const before = joinsPrevious(letter) && joinsNext(original(letters[neighbour(at, -1)]));
    const next = neighbour(at, 1);
    const ligature = LAM_ALEF.get(letter + (letters[next] ?? ''));
    if (ligature) {
      letters[at] = ligature[before ? 1 : 0] ?? letter;
      letters[next] = '';
      return;
    }
    const after = joinsNext(letter) && joinsPrevious(letters[next] ?? '');
    letters[at] = forms[(before ? 1 : 0) + (after ? 2 : 0)] ?? letter;
  });
  return letters.join('');
}

/** The letter a presentation form stands for; a lam-alef ends like its alef. */
function original(form: string | undefined): string {
  if (form === undefined) return '';
  return /[\ufb50-\ufdff\ufe70-\ufefc]/.test(form) ? (form.normalize('NFKC').at(-1) ?? '') : form;
}
