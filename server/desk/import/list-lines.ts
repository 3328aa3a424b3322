import type { IncomingAmounts, IncomingLine } from '../../orders/incoming/incoming-order.ts';
import { isTip } from '../../orders/incoming/tips.ts';
import type { CsvRow } from '../../shopify/export/csv-rows.ts';
import { noteUnclearTotal, pricedAmounts } from './list-amounts.ts';
import type { ListCells } from './list-cells.ts';
import type { RowTotals } from './list-rows.ts';
import type { SplitRows } from './removed-rows.ts';

type Lines = { lines: IncomingLine[]; amounts: IncomingAmounts };

/**
 * Reads the order's lines, and the amounts that lead from them to its total. Items without prices become one
 * line with the total, or one line for each row that has its own amount. With prices, an excess of the total
 * over the items is delivery and a shortfall is a discount, unless columns have these amounts. `totalOfRows`
 * has already refused a total of several rows below the sum of the items. Rows of removed goods have no line.
 */
export function readListLines(
  list: ListCells,
  { left, removed }: SplitRows,
  { total_fils, of_rows }: RowTotals,
): Lines {
  if (list.isPriced()) {
    const lines = left.map((row) => pricedItem(list.at(row)));
    const has_removed = removed.length > 0;
    return { lines, amounts: pricedAmounts(list, lines, { total_fils, has_removed }) };
  }
  noteUnclearTotal(list, total_fils);
  const exact = { total_fils, discounts: [0], shippings: [0], taxes: [0] };
  const names = left.map((row) => itemName(list.at(row)));
  if (of_rows) {
    const lines = of_rows.map((fils, at) => oneOf(names[at] ?? '', fils));
    return { lines, amounts: exact };
  }
  const goods = names.filter((name) => !isTip({ name }));
  // A tip without its own amount is part of the total.
  const named = goods.length === 0 ? names : goods;
  return { lines: [oneOf(named.filter((name) => name !== '').join(', '), total_fils)], amounts: exact };
}

function oneOf(name: string, unit_price_fils: number): IncomingLine {
  return { name, sku: '', qty: 1, unit_price_fils };
}

/** Returns `2 × Milk`; a tip has no quantity. Empty if the list has no items. */
function itemName(list: ListCells): string {
  if (!list.hasField('item')) return '';
  const [name = ''] = list.texts('item');
  const qty = list.quantity();
  if (name === '') list.fault('item', 'empty');
  return qty === 1 || isTip({ name }) ? name : `${qty} × ${name}`;
}

function pricedItem(list: ListCells): IncomingLine {
  const [name = ''] = list.texts('item');
  if (name === '') list.fault('item', 'empty');
  const unit_price_fils = list.amount('price');
  if (unit_price_fils === undefined) list.fault('price', 'empty');
  return { name, sku: list.code('sku'), qty: list.quantity(), unit_price_fils: unit_price_fils ?? 0 };
}

/** Returns the rows whose amounts are added up. Without prices, removed goods are excluded. */
export function countedRows(list: ListCells, all: readonly [CsvRow, ...CsvRow[]], { left }: SplitRows) {
  const [first, ...more] = left;
  const rows: readonly [CsvRow, ...CsvRow[]] = first && !list.isPriced() ? [first, ...more] : all;
  return rows;
}
