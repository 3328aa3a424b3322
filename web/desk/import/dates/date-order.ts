import type { DateText } from '../../../../contract/rules/dates/dates.ts';
import type { DateOrder } from '../../../../contract/rules/import/import-fields.ts';

/** A date as written in the file, and its line. */
export type DateSample = { text: string; line: number };
export type DayRange = { first: DateText; last: DateText };

/** The number of dates that are valid in one order only, and the first of them. */
export type DecidedDates = { count: number; example: DateSample | null };

/**
 * The numeric dates of a file by the orders in which they are valid. Dates that are equal in both are not
 * counted.
 */
export type FileDates = Record<DateOrder, DecidedDates> & {
  either: { count: number; example: (DateSample & Record<DateOrder, DateText>) | null } & Record<
    DateOrder,
    DayRange | null
  >;
};

export function noDates(): FileDates {
  return {
    dmy: { count: 0, example: null },
    mdy: { count: 0, example: null },
    either: { count: 0, example: null, dmy: null, mdy: null },
  };
}

/**
 * Returns the order that the rows decide: some dates are valid in it only, and none in the other one only.
 */
export function orderOfRows({ dmy, mdy }: FileDates): DateOrder | null {
  if ((dmy.count === 0) === (mdy.count === 0)) return null;
  return dmy.count > 0 ? 'dmy' : 'mdy';
}

/** Reports whether the user has to choose the order: dates are ambiguous, or contradict each other. */
export function needsDateOrder({ dmy, mdy, either }: FileDates): boolean {
  return either.count > 0 || (dmy.count > 0 && mdy.count > 0);
}
