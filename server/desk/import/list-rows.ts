import type { ListField } from '../../../contract/rules/import-fields.ts';
import { formatMoney } from '../../../contract/rules/money.ts';
import { nameKey } from '../../../contract/rules/source-names.ts';
import type { OrderRows } from '../../shopify/export/exported-order.ts';
import type { ListCells } from './list-cells.ts';

/** The total of an order by its rows, in fils. */
export type RowTotals = {
  total_fils: number;
  /** Each row's own amount, where the total is their sum. */
  of_rows: readonly number[] | null;
};

/** Fields on which all rows of one order must agree; a row may leave them empty. */
const COMMON: readonly ListField[] = [
  ...(['name', 'other_name', 'phone', 'address', 'other_address', 'area', 'promised'] as const),
  ...(['method', 'paid', 'status', 'currency', 'shipping_method'] as const),
];

const SHOWN_MAX = 60;

/**
 * Notes two rows of one number that contradict each other: another customer, address, way of paying or status. Returns whether there
 * are any.
 */
export function findDifferingRows(list: ListCells, rows: OrderRows): boolean {
  let is_found = false;
  for (const field of COMMON) {
    const [one, ...more] = rows.flatMap((row) => {
      const cells = list.columns(field).map((column) => row.cell(column));
      const text = cells.join(' ').trim();
      return text === '' ? [] : [{ line: row.line, text }];
    });
    const other = more.find(({ text }) => nameKey(text) !== nameKey(one?.text ?? ''));
    if (!one || !other) continue;
    differ(list, field, { one: one.text, line: other.line, other: other.text });
    is_found = true;
  }
  return is_found;
}

function differ(
  list: ListCells,
  field: ListField,
  { one, line, other }: { one: string; line: number; other: string },
): void {
  list.fault(field, 'rows_differ', { one: one.slice(0, SHOWN_MAX), line, other: other.slice(0, SHOWN_MAX) });
}

type Told = { line: number; fils: number };

/**
 * The order's total. One row that has it says it for all. Of several, equal amounts are the order's total repeated, unless the items' prices
 * come to their sum; different amounts are each row's own. What the prices do not confirm is noted with both amounts.
 */
export function totalOfRows(list: ListCells, rows: OrderRows): RowTotals {
  const field = list.tells('amount') ? 'amount' : 'due';
  const told = toldBy(list, rows, field);
  const [first, second] = told;
  if (!first) {
    list.fault(field, 'empty');
    return { total_fils: 0, of_rows: null };
  }
  if (!second) return { total_fils: first.fils, of_rows: null };
  const sum_fils = told.reduce((sum, { fils }) => sum + fils, 0);
  const other = told.find(({ fils }) => fils !== first.fils);
  const items_fils = itemsOf(list, rows);
  if (items_fils === undefined) {
    if (!other) list.fault(field, 'rows_unclear', { amount: formatMoney(first.fils) });
    const complete = told.length === rows.length;
    if (other && !complete) noteAmounts(list, field, first, other);
    return { total_fils: sum_fils, of_rows: told.map(({ fils }) => fils) };
  }
  if (items_fils === sum_fils) return { total_fils: sum_fils, of_rows: null };
  if (other) noteAmounts(list, field, first, other);
  return { total_fils: first.fils, of_rows: null };
}

/** The amount due in fils; undefined if no row has one. It is the sum of the rows where the total is. */
export function dueOfRows(
  list: ListCells,
  rows: OrderRows,
  { total_fils, of_rows }: RowTotals,
): number | undefined {
  if (!list.tells('due')) return undefined;
  if (!list.tells('amount')) return total_fils;
  const told = toldBy(list, rows, 'due');
  const [first] = told;
  if (of_rows && first) return told.reduce((sum, { fils }) => sum + fils, 0);
  const other = told.find(({ fils }) => fils !== first?.fils);
  if (first && other) noteAmounts(list, 'due', first, other);
  return first?.fils;
}

function toldBy(list: ListCells, rows: OrderRows, field: 'amount' | 'due'): Told[] {
  return rows.flatMap((row) => {
    const fils = list.at(row).amount(field);
    return fils === undefined ? [] : [{ line: row.line, fils }];
  });
}

function noteAmounts(list: ListCells, field: ListField, one: Told, other: Told): void {
  differ(list, field, { one: formatMoney(one.fils), line: other.line, other: formatMoney(other.fils) });
}

/** What the items come to with delivery and discount; undefined where they have no prices. */
function itemsOf(list: ListCells, rows: OrderRows): number | undefined {
  if (!list.tells('item') || !list.tells('price')) return undefined;
  const items = rows.reduce((sum, row) => {
    const cells = list.at(row);
    return sum + cells.quantity() * (cells.amount('price') ?? 0);
  }, 0);
  return items + (list.amount('shipping') ?? 0) - (list.amount('discount') ?? 0);
}
