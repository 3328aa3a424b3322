import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import type { CsvRow } from '../../shopify/export/csv-rows.ts';
import type { OrderRows } from '../../shopify/export/exported-order.ts';
import type { ListCells } from './list-cells.ts';
import type { RowTotals } from './list-rows.ts';

/** An order's remaining rows, and removed rows, whose quantity is 0. */
export type SplitRows = { left: readonly CsvRow[]; removed: readonly CsvRow[] };

/** Separates the rows whose goods were removed from the order: their quantity is 0. */
export function splitRemoved(list: ListCells, rows: OrderRows): SplitRows {
  const isLeft = (row: CsvRow) => list.at(row).quantity() > 0;
  return { left: rows.filter(isLeft), removed: rows.filter((row) => !isLeft(row)) };
}

/**
 * Notes a total that may still contain removed goods. The prices of items show if it does; without prices,
 * each row has to have its own amount.
 */
export function checkRemoved(
  list: ListCells,
  { left, removed }: SplitRows,
  { total_fils, of_rows }: RowTotals,
): void {
  const field = list.hasField('amount') ? 'amount' : 'due';
  const amounts = removed.map((row) => list.at(row).amount(field));
  const have_own = of_rows !== null || (left.length === 1 && amounts.every((fils) => fils !== undefined));
  const unclear = have_own ? removed.find((_, at) => amounts[at]) : removed[0];
  if (unclear) list.fault(field, 'removed_unclear', { amount: formatMoney(total_fils), line: unclear.line });
}
