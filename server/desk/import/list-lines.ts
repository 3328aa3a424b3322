import type { IncomingAmounts, IncomingLine } from '../../orders/incoming/incoming-order.ts';
import { isTip } from '../../orders/incoming/tips.ts';
import type { CsvRow } from '../../shopify/export/csv-rows.ts';
import { checkUnpriced, pricedAmounts } from './list-amounts.ts';
import type { ListCells } from './list-cells.ts';
import type { RowTotals } from './list-rows.ts';
import type { SplitRows } from './removed-rows.ts';

type Lines = { lines: IncomingLine[]; amounts: IncomingAmounts };

/**
 * Reads the order's lines, and the amounts that lead from them to its total. Items without prices are named
 * in one line that costs the total, or in lines that cost their rows' amounts. With prices, the total's
 * excess over the items is delivery and its shortfall a discount, unless columns have these amounts. A total
 * of several rows below the items' sum has been refused before. Rows whose goods were removed have no line.
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
  checkUnpriced(list, total_fils);
  const exact = { total_fils, discounts: [0], shippings: [0], taxes: [0] };
  const names = left.map((row) => itemName(list.at(row)));
  if (of_rows) {
    const lines = of_rows.map((fils, at) => oneOf(names[at] ?? '', fils));
    return { lines, amounts: exact };
  }
  const goods = names.filter((name) => !isTip({ name }));
  // A tip without an amount of its own is contained in the total.
  const named = goods.length === 0 ? names : goods;
  return { lines: [oneOf(named.filter((name) => name !== '').join(', '), total_fils)], amounts: exact };
}

function oneOf(name: string, unit_price_fils: number): IncomingLine {
  return { name, sku: '', qty: 1, unit_price_fils };
}

/** `2 × Milk`; a tip is one, however often. Empty where the list names no items. */
function itemName(list: ListCells): string {
  if (!list.tells('item')) return '';
  const [name = ''] = list.words('item');
  const qty = list.quantity();
  if (name === '') list.fault('item', 'empty');
  return qty === 1 || isTip({ name }) ? name : `${qty} × ${name}`;
}

function pricedItem(list: ListCells): IncomingLine {
  const [name = ''] = list.words('item');
  if (name === '') list.fault('item', 'empty');
  const unit_price_fils = list.amount('price');
  if (unit_price_fils === undefined) list.fault('price', 'empty');
  return { name, sku: list.code('sku'), qty: list.quantity(), unit_price_fils: unit_price_fils ?? 0 };
}

/** The rows whose amounts are added up: without prices, goods that were removed have none. */
export function countedRows(list: ListCells, all: readonly [CsvRow, ...CsvRow[]], { left }: SplitRows) {
  const [first, ...more] = left;
  const rows: readonly [CsvRow, ...CsvRow[]] = first && !list.isPriced() ? [first, ...more] : all;
  return rows;
}
