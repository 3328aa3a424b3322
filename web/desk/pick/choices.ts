/** An entry of a list that is filtered by typing. */
export type Choice = {
  id: string;
  title: string;
  /** A text at the end of the line: the number of a driver's stops, or the group of an action. */
  detail?: string | undefined;
  key?: string | undefined;
  /** The reason why it cannot be picked now. */
  unavailable?: string | undefined;
};

/**
 * Returns the choices with words that begin with the typed words, in any order. Titles that begin with the
 * whole text come first. Without a text, returns all choices in the given order.
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

/** Splits a text into words without accents, vowel marks, case and variants of Arabic spelling. */
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
