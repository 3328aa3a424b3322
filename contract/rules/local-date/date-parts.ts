import { timeAfter, timeBefore } from './time-of-day.ts';

export type DayOfYear = { month: number; day: number };

/** A date as written, read in both orders of its numbers. Both are equal if only one order is possible. */
export type DateParts = { year: number; dmy: DayOfYear; mdy: DayOfYear; time: string | null };

const YEAR_FIRST = /^(?<year>\d{4})(?<mark>[-/. ])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})(?![\d:])/;
const DAY_NAME = /^(?<day>\d{1,2})[-/., ]*<(?<month>\d+)>[-/., ]*'?(?<year>\d{4}|\d{2})(?![\d:]|\.\d)/;
const NAME_DAY = /^<(?<month>\d+)>[-/., ]*(?<day>\d{1,2})[-/., ]+'?(?<year>\d{4}|\d{2})(?![\d:]|\.\d)/;
const YEAR_NAME = /^(?<year>\d{4})[-/., ]*<(?<month>\d+)>[-/., ]*(?<day>\d{1,2})(?![\d:])/;
const NUMBERS = /^(?<day>\d{1,2})(?<mark>[-/. ])(?<month>\d{1,2})\k<mark>(?<year>\d{4}|\d{2})(?![\d:]|\.\d)/;
const ONE_ORDER = [YEAR_FIRST, YEAR_NAME, DAY_NAME, NAME_DAY];
/** The letter of the Christian era. After a space it may instead mean am or pm of a time that follows. */
const ERA = /^m(?!\d)|^ m(?=,|$)/;

/** Parses the symbols of a date, with its time after or before it; undefined for anything else. */
export function readDateParts(symbols: string): DateParts | undefined {
  const date = dateAtStart(symbols);
  const time = date && timeAfter(date.rest);
  if (date && time !== undefined) return { ...date.parts, time };
  const before = timeBefore(symbols);
  const following = before && dateAtStart(symbols.slice(before.end));
  return following?.rest === '' ? { ...following.parts, time: before?.time ?? null } : undefined;
}

function dateAtStart(symbols: string): { parts: Omit<DateParts, 'time'>; rest: string } | undefined {
  const numbers = NUMBERS.exec(symbols);
  const found = numbers ?? oneOrder(symbols);
  if (!found) return undefined;
  const { year: written = '', month, day } = found.groups ?? {};
  const year = written.length === 2 ? 2000 + Number(written) : Number(written);
  const dmy = { month: Number(month), day: Number(day) };
  const mdy = numbers ? { month: dmy.day, day: dmy.month } : dmy;
  const rest = symbols.slice(found[0].length);
  // `20 Nov 10 m` may be 10 pm of a date without a year.
  return { parts: { year, dmy, mdy }, rest: written.length === 4 ? rest.replace(ERA, '') : rest };
}

function oneOrder(symbols: string): RegExpExecArray | null {
  for (const pattern of ONE_ORDER) {
    const found = pattern.exec(symbols);
    if (found) return found;
  }
  return null;
}
