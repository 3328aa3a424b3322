import type { DriverDay } from '../../../contract/operations/screens/read-driver-day.schema.ts';

/** Lines for the table of deliveries on an A4 page, after headings, sums and two signatures. */
const LINES = 36;
/** The height of a line of the other lists, in lines of the table of deliveries. */
const LIST_LINE = 1.3;
/** The number of characters of a name and of a reference that fit on one line. */
const NAME_LINE = 34;
const REFERENCE_LINE = 44;
/** The largest number of handovers, and of other movements, that are listed; more are only counted. */
const LISTED_MAX = 6;
const DELIVERIES_MIN = 8;

export type StatementRows = { handovers: number; others: number; deliveries: number };

/** Returns the number of rows per list on the statement's one page; deliveries get the remaining lines. */
export function statementRows({ shop_name, driver_name, handovers, others }: DriverDay): StatementRows {
  const name_lines = Math.max(linesOf(shop_name, NAME_LINE), linesOf(driver_name, NAME_LINE)) - 1;
  const other_lines =
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
  const left = LINES - name_lines - other_lines;
  return { handovers: LISTED_MAX, others: LISTED_MAX, deliveries: Math.max(DELIVERIES_MIN, 2 * left) };
}

/** Returns at most `max` rows, always including the last one, which may end the day. Null: all rows. */
export function listedHandovers<Row>(rows: readonly Row[], max: number | null): readonly Row[] {
  return max === null || rows.length <= max ? rows : [...rows.slice(0, max - 1), ...rows.slice(-1)];
}

/** Returns the lines of a list with its title, its headings, and a line for the rows that are not listed. */
function listLines(count: number, listed: readonly number[]): number {
  if (count === 0) return 0;
  const lines = listed.reduce((all, one) => all + one, 2);
  return Math.ceil(LIST_LINE * (lines + (count > listed.length ? 1 : 0)));
}

function linesOf(text: string, line: number): number {
  return Math.max(1, Math.ceil(text.length / line));
}
