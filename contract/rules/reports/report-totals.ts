import type { ReportColumn } from './reports.ts';

/** Returns `part` of `of` as a whole percentage, rounded down, so that 100 means all. Null if `of` is 0. */
export function wholePercent(part: number, of: number): number | null {
  if (of === 0) return null;
  const hundredfold = part * 100;
  return (hundredfold - (hundredfold % of)) / of;
}

/**
 * Returns the total of a column: its sum, or the share that follows from the sums of two other columns. Null
 * for a column without a total.
 */
export function totalOf(
  { id, share }: ReportColumn,
  sums: Readonly<Record<string, number | undefined>>,
): number | null {
  return share ? wholePercent(sums[share.part] ?? 0, sums[share.of] ?? 0) : (sums[id] ?? null);
}
