/** One of a list that is chosen from by typing. */
export type Choice = {
  id: string;
  title: string;
  /** At the line's end: how many stops a driver has, or the group of an action. */
  detail?: string | undefined;
  key?: string | undefined;
  /** Why it cannot be chosen now. */
  unavailable?: string | undefined;
};

/**
 * The choices whose words begin with what was typed, word by word in any order; first those whose title begins with all of it. Nothing typed: all of
 * them, as they come.
 */
export function matching<C extends Choice>(choices: readonly C[], typed: string): readonly C[] {
  const wanted = wordsOf(typed);
  if (wanted.length === 0) return choices;
  const found = choices.filter(({ title }) => {
    const words = wordsOf(title);
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  });
  const whole = wanted.join(' ');
  const begins = ({ title }: C) => wordsOf(title).join(' ').startsWith(whole);
  return [...found.filter(begins), ...found.filter((choice) => !begins(choice))];
}

/** Without accents, vowel marks and case, and with one spelling of the Arabic letters that people write in several ways. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}|ـ/gu, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ى/g, 'ي')
    .replace(/ة/g, 'ه')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
