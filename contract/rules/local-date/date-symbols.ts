import { latinNumber } from '../amounts/number-text.ts';
import { DATE_WORDS } from './date-vocabulary.ts';

/** The longest date is `الأربعاء، ٢٠ تشرين الثاني/نوفمبر ٢٠٢٦ في ١٢:٠٥:٠٩ م التوقيت العالمي المنسق`. */
const DATE_MAX = 100;
/** Ignored characters: direction marks and other invisible ones, vowel marks, and tatweel. */
const IGNORED = /\p{Cf}|\p{Mn}|\u0640/gu;
/** Matches most dates, which need no conversion; one import reads a hundred thousand of them. */
const PLAIN = /^[ -~]*$/;

/**
 * Writes a date with Latin digits and marks, in lower case, with one form of each Arabic letter and single
 * spaces.
 */
export function dateKey(text: string): string {
  const latin = PLAIN.test(text) ? text : latinText(text);
  return latin.toLowerCase().replace(/\s+/g, ' ').trim();
}

function latinText(text: string): string {
  return latinNumber(text.normalize('NFKC').replace(IGNORED, ''))
    .replace(/[أإآٱ]/g, 'ا')
    .replaceAll('ة', 'ه')
    .replaceAll('ى', 'ي')
    .replaceAll('،', ',')
    .replaceAll('\u060D', '/')
    .replace(/[\p{Pd}\u2212]/gu, '-');
}

/**
 * Levantine months, with or without articles. These and the phrases below have several words and become one
 * word.
 */
const LEVANT_MONTH = /(تشرين|كانون) (?:ال)?(اول|ثاني)/g;
const PHRASE =
  /(?:بعد|قبل) الظهر|توقيت الخليج|التوقيت العالمي المنسق|(?:gulf standard|coordinated universal) time/g;
const HALF_WITH_DOTS = /\b([ap])\. ?m\b\.?/g;
const ORDINAL = /(\d)(?:st|nd|rd|th)\b/g;
/** Official Levantine texts give both names of a month: `20 تشرين الثاني/نوفمبر 2026`. */
const MONTH_TWICE = /<(\d+)>[/ (-]*<\1>\)?/;

/**
 * Replaces the words of a date with symbols (see `DATE_WORDS`): `Friday, Nov. 20th, 2026` becomes
 * `{5},<11>.20,2026`. Undefined for a text with a word that does not occur in dates.
 */
export function dateSymbols(key: string): string | undefined {
  if (key.length > DATE_MAX) return undefined;
  const symbols = /\p{L}/u.test(key) ? withoutWords(key) : key;
  return symbols?.replace(/ ?([-/.,:]) ?/g, '$1').replace(/^[' ,]+|[., ]+$/g, '');
}

function withoutWords(key: string): string | undefined {
  let is_known = true;
  const symbols = key
    .replace(LEVANT_MONTH, '$1$2')
    .replace(PHRASE, (phrase) => phrase.replaceAll(' ', ''))
    .replace(HALF_WITH_DOTS, '$1m')
    .replace(ORDINAL, '$1')
    .replace(/\p{L}+/gu, (word) => {
      const symbol = DATE_WORDS.get(word);
      is_known &&= symbol !== undefined;
      return symbol ?? '';
    });
  return is_known ? symbols.replace(/ +/g, ' ').replace(MONTH_TWICE, '<$1>') : undefined;
}
