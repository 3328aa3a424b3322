import type { DateText } from '../../../../contract/rules/dates/dates.ts';
import type { DateOrder } from '../../../../contract/rules/import/import-fields.ts';

/** A date of a file, as written there. */
export type DateSample = { text: string; line: number };
export type DayRange = { first: DateText; last: DateText };

/** The number of dates that exist in one order only, and the first of them. */
export type DecidedDates = { count: number; example: DateSample | null };

/** The numeric dates of a file by the orders in which they exist. Dates that are the same in both are not counted. */
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

/** The order that the rows of a file decide: some exist in this order only, and none in the other one only. */
export function orderOfRows({ dmy, mdy }: FileDates): DateOrder | null {
  if ((dmy.count === 0) === (mdy.count === 0)) return null;
  return dmy.count > 0 ? 'dmy' : 'mdy';
}

/** Reports whether a user has to choose the order: some dates exist in both, or dates contradict each other. */
export function isOrderAsked({ dmy, mdy, either }: FileDates): boolean {
  return either.count > 0 || (dmy.count > 0 && mdy.count > 0);
}
