import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import type { ListField } from '../../../contract/rules/import/import-fields.ts';
import { nameKey } from '../../../contract/rules/import/source-names.ts';
import { priceOf } from '../../../contract/rules/orders/sent-separately.ts';
import type { CsvRow } from '../../shopify/export/csv-rows.ts';
import type { OrderRows } from '../../shopify/export/exported-order.ts';
import type { ListCells } from './list-cells.ts';

/** An order's rows, and rows with its number that only total the others. */
export type ListedRows = { rows: OrderRows; sums: readonly CsvRow[] };

/** An order's total, computed from its rows, in fils. */
export type RowTotals = {
  total_fils: number;
  /** Each row's own amount if the total is their sum. */
  of_rows: readonly number[] | null;
  /** True if several rows have the order's total. */
  is_repeated: boolean;
};

/**
 * Fields on which all rows of one order must agree; a row may leave them empty. Each column of `extras` is
 * compared separately.
 */
const COMMON: readonly ListField[] = [
  ...(['name', 'other_name', 'address', 'other_address', 'area', 'promised'] as const),
  ...(['method', 'paid', 'status', 'currency', 'shipping_method', 'refund'] as const),
];

const SHOWN_MAX = 60;

/**
 * Notes the first contradiction in each field between rows of one order: another customer, address, payment
 * or status. Returns true if there are any.
 */
export function findDifferingRows(list: ListCells, rows: OrderRows): boolean {
  if (rows.length === 1) return false;
  let is_found = false;
  const extras = list.columns('extras').map((column) => [column]);
  for (const columns of [...COMMON.map((field) => list.columns(field)), ...extras]) {
    const [one, ...more] = rows.flatMap((row) => {
      const cells = columns.map((column) => row.cell(column));
      const text = cells.join(' ').trim();
      return text === '' ? [] : [{ line: row.line, text }];
    });
    const other = more.find(({ text }) => nameKey(text) !== nameKey(one?.text ?? ''));
    if (!one || !other) continue;
    differ(list, columns, { one: one.text, line: other.line, other: other.text });
    is_found = true;
  }
  return is_found;
}

function differ(
  list: ListCells,
  columns: readonly string[],
  { one, line, other }: { one: string; line: number; other: string },
): void {
  const values = { one: one.slice(0, SHOWN_MAX), line, other: other.slice(0, SHOWN_MAX) };
  list.faultIn(columns, 'rows_differ', values);
}

type RowAmount = { line: number; fils: number };

/**
 * Returns the order's total. If several rows have an amount, the items' prices decide: they match the sum of
 * the rows' own amounts, or a total that each row repeats. Without prices, different amounts in all rows are
 * the rows' own. Anything else is noted as a fault.
 */
export function totalOfRows(list: ListCells, listed: ListedRows): RowTotals {
  const { rows } = listed;
  const field = list.hasField('amount') ? 'amount' : 'due';
  const found = amountsIn(list, listed, field);
  const [first] = found;
  if (!first) {
    list.fault(field, 'empty');
    return { total_fils: 0, of_rows: null, is_repeated: false };
  }
  const of_rows = found.map(({ fils }) => fils);
  const sum_fils = sumOf(of_rows);
  const other = found.find(({ fils }) => fils !== first.fils);
  const items_fils = itemsOf(list, rows);
  const is_of_rows =
    items_fils === undefined
      ? other !== undefined && found.length === rows.length
      : found.length > 1 && items_fils === sum_fils;
  if (is_of_rows) return { total_fils: sum_fils, of_rows, is_repeated: false };
  if (other) noteAmounts(list, field, first, other);
  else if (items_fils === undefined) noteUnclear(list, field, first.fils, sum_fils);
  // In one row, a total below the prices is a discount; in several rows, it may be one row’s own amount.
  else if (rows.length > 1 && first.fils < items_fils && !list.hasField('discount'))
    noteUnclear(list, field, first.fils, found.length > 1 ? sum_fils : items_fils);
  return { total_fils: first.fils, of_rows: null, is_repeated: found.length > 1 };
}

/**
 * Returns the amount due in fils; undefined if no row has one. Rows with their own totals have their own
 * amounts due.
 */
export function dueOfRows(
  list: ListCells,
  listed: ListedRows,
  { total_fils, of_rows, is_repeated }: RowTotals,
): number | undefined {
  if (!list.hasField('due')) return undefined;
  if (!list.hasField('amount')) return total_fils;
  const found = amountsIn(list, listed, 'due');
  const [first] = found;
  if (!first) return undefined;
  const sum_fils = sumOf(found.map(({ fils }) => fils));
  const other = found.find(({ fils }) => fils !== first.fils);
  const has_all = of_rows?.length === found.length;
  if (of_rows && has_all && (other || areEqual(of_rows))) return sum_fils;
  if (other) noteAmounts(list, 'due', first, other);
  else if (of_rows && first.fils !== total_fils)
    noteUnclear(list, 'due', first.fils, has_all ? sum_fils : total_fils);
  else if (!of_rows && !is_repeated && sum_fils <= total_fils) noteUnclear(list, 'due', first.fils, sum_fils);
  return first.fils;
}

/** Returns the rows with an amount; a totals row only if no other row has one. */
function amountsIn(list: ListCells, { rows, sums }: ListedRows, field: 'amount' | 'due'): RowAmount[] {
  const of = (some: readonly CsvRow[]) =>
    some.flatMap((row) => {
      const fils = list.at(row).amount(field);
      return fils === undefined ? [] : [{ line: row.line, fils }];
    });
  const found = of(rows);
  return found.length > 0 ? found : of(sums).slice(0, 1);
}

/** Notes an amount in a totals row that does not match the order's other rows. */
export function checkSums(
  list: ListCells,
  { rows, sums }: ListedRows,
  { total_fils, due_fils = total_fils }: { total_fils: number; due_fils: number | undefined },
): void {
  for (const row of sums) {
    const check = (field: ListField, ...expected: [number, ...number[]]) => {
      const fils = list.at(row).amount(field);
      if (fils === undefined || expected.includes(fils)) return;
      noteAmounts(list, field, { line: rows[0].line, fils: expected[0] }, { line: row.line, fils });
    };
    check('amount', total_fils);
    check('due', due_fils);
    check('price', pricesOf(list, rows), total_fils);
  }
}

function noteAmounts(list: ListCells, field: ListField, one: RowAmount, other: RowAmount): void {
  const values = { one: formatMoney(one.fils), line: other.line, other: formatMoney(other.fils) };
  differ(list, list.columns(field), values);
}

/** Notes that the rows permit two readings of an amount, unless both are equal. */
function noteUnclear(list: ListCells, field: ListField, one_fils: number, other_fils: number): void {
  if (one_fils === other_fils) return;
  list.fault(field, 'rows_unclear', { amount: formatMoney(one_fils), other: formatMoney(other_fils) });
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, fils) => sum + fils, 0);
}

function areEqual(amounts: readonly number[]): boolean {
  return amounts.every((fils) => fils === amounts[0]);
}

/** Sums the items with delivery, discount, tips and fees, in fils; undefined if the items have no prices. */
function itemsOf(list: ListCells, rows: OrderRows): number | undefined {
  if (!list.isPriced()) return undefined;
  const [shipping, discount] = [list.amount('shipping') ?? 0, list.amount('discount') ?? 0];
  return pricesOf(list, rows) + shipping - discount + list.sum(list.columns('extras'));
}

function pricesOf(list: ListCells, rows: OrderRows): number {
  return priceOf(
    rows.map((row) => {
      const cells = list.at(row);
      return { qty: cells.quantity(), unit_price_fils: cells.amount('price') ?? 0 };
    }),
  );
}
