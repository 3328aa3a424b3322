import type { ReportRow } from '../../../contract/operations/desk/reports/read-report.schema.ts';
import type { ReportName } from '../../../contract/rules/reports/reports.ts';

/** The columns whose amounts make up the bar of each row. */
const DRAWN: Partial<Record<ReportName, { named_by: string; parts: readonly string[] }>> = {
  drivers: { named_by: 'driver_name', parts: ['cash_fils', 'card_machine_fils'] },
  days: { named_by: 'day', parts: ['cash_fils', 'card_machine_fils'] },
  holders: { named_by: 'full_name', parts: ['closing_fils'] },
  book: { named_by: 'day', parts: ['difference_fils'] },
};

export type Bar = {
  id: string;
  label: string;
  /** The start and length of each part as shares of the whole width, from 0 to 1. */
  parts: readonly { column_id: string; amount_fils: number; from: number; length: number }[];
};

export type Bars = { bars: readonly Bar[]; part_ids: readonly string[]; zero: number };

/** True if a report has a chart. That of deliveries is by hour and is not made of the report's rows. */
export function hasChart(report: ReportName): boolean {
  return report === 'deliveries' || DRAWN[report] !== undefined;
}

/** Returns null if there is nothing to draw. Negative amounts are left of `zero`, a share of the width. */
export function barsOf(report: ReportName, rows: readonly ReportRow[]): Bars | null {
  const drawn = DRAWN[report];
  if (!drawn) return null;
  const { named_by, parts } = drawn;
  const read = rows
    .map((row) => ({
      id: String(row.id),
      label: String(row[named_by]),
      amounts: parts.map((column_id) => ({ column_id, amount_fils: Number(row[column_id] ?? 0) })),
    }))
    .filter(({ amounts }) => amounts.some(({ amount_fils }) => amount_fils !== 0));
  if (read.length === 0) return null;
  const ends = read.map(({ amounts }) => endsOf(amounts.map(({ amount_fils }) => amount_fils)));
  const [least, most] = ends.reduce(
    ([low, high], [below, above]) => [Math.min(low, below), Math.max(high, above)],
    [0, 0],
  );
  const width = most - least;
  const bars = read.map(({ id, label: words, amounts }) => {
    let [below, above] = [0, 0];
    return {
      id,
      label: words,
      parts: amounts.map(({ column_id, amount_fils }) => {
        const begins = amount_fils < 0 ? below + amount_fils : above;
        if (amount_fils < 0) below += amount_fils;
        else above += amount_fils;
        return {
          column_id,
          amount_fils,
          from: (begins - least) / width,
          length: Math.abs(amount_fils) / width,
        };
      }),
    };
  });
  return { bars, part_ids: parts, zero: Math.abs(least) / width };
}

/** Sums the negative and the positive amounts of a bar. */
function endsOf(amounts: readonly number[]): [below: number, above: number] {
  const sum = (those: readonly number[]) => those.reduce((all, one) => all + one, 0);
  return [sum(amounts.filter((one) => one < 0)), sum(amounts.filter((one) => one > 0))];
}
