import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { latinDigits } from '../../../../contract/rules/amounts/number-text.ts';
import type { CallablePhone } from '../../../../contract/rules/orders/callable-phone.ts';
import { remarksOf, type Span } from './phone-remarks.ts';

/** Direction marks, zero-width spaces and soft hyphens, as messengers and spreadsheets copy them. */
const INVISIBLE = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;
/**
 * Groups of digits that may belong to one number. A short group with a letter attached (`2nd`) belongs to
 * none; a slash separates numbers except after an area code (`050/1234567`).
 */
const RUN =
  /\+?(?:\d{4,}|\d+(?![\d\p{L}]))(?:(?:[ \t.()-]{0,4}|(?<=(?<!\d)0\d{1,2})\/)\+?(?:\d{4,}|\d+(?![\d\p{L}])))*/gu;
const GROUP = /\+?\d+/g;
/** Matches most texts, which need no search: an import parses one text per order. */
const SINGLE = /^\+?\d+(?:[ -]\d+)*$/;
/** Minimum digits of a number without its country code: shorter ones are flats, floors and extensions. */
const LOCAL_DIGITS_MIN = 7;
/**
 * Minimum digits with a country code but without `+`, so that it is not a number of the shop's own country.
 */
const FOREIGN_DIGITS_MIN = 11;
/** E.164 allows 15 digits; `00` may precede them, and a zero may be inserted (`+971 (0)50 …`). */
const DIGITS_MAX = 18;
/** The limit allows `00 33 6 12 34 56 78`, which has seven groups. */
const GROUPS_MAX = 8;

/**
 * Finds the numbers in a text that a customer typed as a telephone number: several, in any digits, with
 * remarks. A number without a country code is one of `country` (ISO 3166-1). Invalid numbers are not
 * returned. Never throws.
 */
export function callablePhones(text: string, country: string): CallablePhone[] {
  const single = SINGLE.test(text) ? withPrefix(text.replace(/[ -]/g, ''), country) : null;
  if (single !== null) return [{ number: single, remark: null }];
  const plain = latinDigits(text.normalize('NFKC').replace(INVISIBLE, ''))
    .replace(DASHES, '-')
    .replace(/\+\s+(?=\d)/g, '+');
  const found = [...plain.matchAll(RUN)].flatMap((run) => numbersOf(run, country));
  const remarks = remarksOf(plain, found);
  const phones = new Map<string, string | null>();
  for (const [at, { number }] of found.entries())
    phones.set(number, phones.get(number) ?? remarks[at] ?? null);
  return [...phones].map(([number, remark]) => ({ number, remark }));
}

type Group = Span & { digits: string };
type Found = Span & { number: string };

function numbersOf(run: RegExpExecArray, country: string): Found[] {
  const groups = [...run[0].matchAll(GROUP)].map(
    ({ 0: digits, index }): Group => ({
      digits,
      from: run.index + index,
      to: run.index + index + digits.length,
    }),
  );
  return mostDigits(groups, run.input, country);
}

/**
 * Divides the groups into numbers so that the fewest digits remain unused: in `24 050 123 4567`, 24 is the
 * villa, not the beginning of the landline number 2 4050 123.
 */
function mostDigits(groups: Group[], text: string, country: string): Found[] {
  let best: { digits: number; numbers: Found[] }[] = [{ digits: 0, numbers: [] }];
  // Backwards: `best[0]` is the result for the groups after `first`, `best[1]` that for one group fewer.
  for (let first = groups.length - 1; first >= 0; first -= 1) {
    let here = best[0] ?? { digits: 0, numbers: [] };
    for (const part of partsFrom(groups, first)) {
      const span = { from: part[0]?.from ?? 0, to: part.at(-1)?.to ?? 0 };
      const rest = best[part.length - 1] ?? { digits: 0, numbers: [] };
      const digits = rest.digits + digitsOf(part);
      if (digits <= here.digits || opensBracket(text.slice(span.from, span.to))) continue;
      const number = numberOf(part, country);
      if (number !== null) here = { digits, numbers: [{ number, ...span }, ...rest.numbers] };
    }
    best = [here, ...best];
  }
  return best[0]?.numbers ?? [];
}

/** The sequences of groups from `first` on that have enough digits for a number, the longest first. */
function partsFrom(groups: Group[], first: number): Group[][] {
  const parts: Group[][] = [];
  const part: Group[] = [];
  for (const group of groups.slice(first)) {
    if (part.length > 0 && group.digits.startsWith('+')) break;
    part.push(group);
    if (part.length > GROUPS_MAX || digitsOf(part) > DIGITS_MAX) break;
    if (digitsOf(part) >= LOCAL_DIGITS_MIN) parts.unshift([...part]);
  }
  return parts;
}

function digitsOf(part: readonly Group[]): number {
  return part.reduce((sum, { digits }) => sum + digits.length, 0);
}

/** True for `+49 30 123456 (12`, whose last group belongs to a remark. */
function opensBracket(text: string): boolean {
  return text.lastIndexOf('(') > text.lastIndexOf(')');
}

function numberOf(part: readonly Group[], country: string): string | null {
  const digits = part.map((group) => group.digits).join('');
  const has_inner_zero = part.slice(1).some((group) => group.digits.startsWith('0'));
  return withPrefix(digits, country) ?? withoutPrefix(digits, country, has_inner_zero);
}

/** Parses a number that begins with `+`, `00`, `0` or the country's own code. */
function withPrefix(digits: string, country: string): string | null {
  const international = digits.replace(/^00/, '+');
  if (international.startsWith('+')) return valid(international);
  if (!isSupportedCountry(country)) return null;
  if (digits.startsWith('0')) return valid(digits, country);
  const has_code = digits.length >= FOREIGN_DIGITS_MIN && digits.startsWith(getCountryCallingCode(country));
  return has_code ? valid(digits, country) : null;
}

/**
 * Parses a number that has lost its leading zero, or the `+` of its country code, in a spreadsheet. In the
 * latter no further group begins with a zero: `20 050 123 4567` is flat 20, not a number in Egypt.
 */
function withoutPrefix(digits: string, country: string, has_inner_zero: boolean): string | null {
  if (!/^[1-9]/.test(digits)) return null;
  const local = isSupportedCountry(country) ? valid(digits, country) : null;
  if (local !== null || has_inner_zero || digits.length < FOREIGN_DIGITS_MIN) return local;
  return valid(`+${digits}`);
}

function valid(digits: string, defaultCountry?: CountryCode): string | null {
  const parsed = parsePhoneNumberFromString(digits, {
    extract: false,
    ...(defaultCountry && { defaultCountry }),
  });
  return parsed?.isValid() ? parsed.number : null;
}
