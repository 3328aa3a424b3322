/** What words of a known few say where they need more than their own letters. */
const WORDS: Record<string, string> = {
  recorded_with_conflict: 'Recorded with conflict',
  start_handover: 'Start of day',
  end_handover: 'End of day',
  bank_deposit: 'Bank deposit',
  float_return: 'Float returned',
  issue: 'Float issued',
  opening: 'Opening balance',
  start: 'Start of day',
  end: 'End of day',
};

/** `card_machine` is `Card machine`. */
export function cellWord(word: string): string {
  const known = WORDS[word];
  if (known !== undefined) return known;
  const text = word.replaceAll('_', ' ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
