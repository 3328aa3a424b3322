import type { DriverDay } from '../../../contract/operations/screens/read-driver-day.schema.ts';

/** Lines of the deliveries' table that an A4 page has beside what every statement has: headings, the sums of the day, and two signatures. */
const LINES = 36;
/** A line of the other lists takes so many of them. */
const LIST_LINE = 1.3;
/** So many characters of a name, and of a reference, stand in one line. */
const NAME_LINE = 34;
const REFERENCE_LINE = 44;
/** More handovers, and more other movements, than these are only counted. */
const LISTED_MAX = 6;
const DELIVERIES_MIN = 8;

export type PaperRoom = { handovers: number; others: number; deliveries: number };

/** How many of each the one page of a statement lists: the deliveries have what the others leave. */
export function paperRoom({ shop_name, driver_name, handovers, others }: DriverDay): PaperRoom {
  const of_names = Math.max(linesOf(shop_name, NAME_LINE), linesOf(driver_name, NAME_LINE)) - 1;
  const of_lists =
    listLines(
      handovers.length,
      listedHandovers(handovers, LISTED_MAX).map(({ reference, card_machine }) =>
        Math.max(linesOf(reference, REFERENCE_LINE), card_machine === null ? 1 : 2),
      ),
    ) +
    listLines(
      others.length,
      others.slice(0, LISTED_MAX).map(() => 1),
    );
  const left = LINES - of_names - of_lists;
  return { handovers: LISTED_MAX, others: LISTED_MAX, deliveries: Math.max(DELIVERIES_MIN, 2 * left) };
}

/** Of more than so many the first ones and the last: the end of the day is what two sign for. Null: all of them. */
export function listedHandovers<Row>(rows: readonly Row[], max: number | null): readonly Row[] {
  return max === null || rows.length <= max ? rows : [...rows.slice(0, max - 1), ...rows.slice(-1)];
}

/** With the list's name, its headings, and a line for what is not listed. */
function listLines(count: number, listed: readonly number[]): number {
  if (count === 0) return 0;
  const lines = listed.reduce((all, one) => all + one, 2);
  return Math.ceil(LIST_LINE * (lines + (count > listed.length ? 1 : 0)));
}

function linesOf(text: string, line: number): number {
  return Math.max(1, Math.ceil(text.length / line));
}
