import type { IncomingAmounts, IncomingLine } from '../../orders/incoming/incoming-order.ts';
import type { OrderRows } from '../../shopify/export/exported-order.ts';
import type { ListCells } from './list-cells.ts';
import type { RowTotals } from './list-rows.ts';

type Lines = { lines: IncomingLine[]; amounts: IncomingAmounts };

/**
 * What was sold, and how that comes to the order's total. Items without prices are named in one line that costs the total, or in lines that
 * cost their rows' amounts; with prices, what the total has above them is delivery and what it lacks a discount, unless columns say
 * what those are. A total of several rows below the items' sum has been refused before.
 */
export function readListLines(list: ListCells, rows: OrderRows, { total_fils, of_rows }: RowTotals): Lines {
  if (list.tells('item') && list.tells('price')) {
    const lines = rows.map((row) => pricedItem(list.at(row)));
    return { lines, amounts: amountsOf(list, lines, total_fils) };
  }
  const exact = { total_fils, discounts: [0], shippings: [0], taxes: [0] };
  if (of_rows) {
    const lines = of_rows.map((fils, at) => oneOf(itemName(list.at(rows[at] ?? rows[0])), fils));
    return { lines, amounts: exact };
  }
  const names = list.tells('item') ? rows.map((row) => itemName(list.at(row))) : [];
  return { lines: [oneOf(names.join(', '), total_fils)], amounts: exact };
}

function oneOf(name: string, unit_price_fils: number): IncomingLine {
  return { name, sku: '', qty: 1, unit_price_fils };
}

/** `2 × Milk`; empty where the list names no items. */
function itemName(list: ListCells): string {
  if (!list.tells('item')) return '';
  const [name = ''] = list.words('item');
  const qty = list.quantity();
  if (name === '') list.fault('item', 'empty');
  return qty === 1 ? name : `${qty} × ${name}`;
}

function pricedItem(list: ListCells): IncomingLine {
  const [name = ''] = list.words('item');
  if (name === '') list.fault('item', 'empty');
  const unit_price_fils = list.amount('price');
  if (unit_price_fils === undefined) list.fault('price', 'empty');
  return { name, sku: list.code('sku'), qty: list.quantity(), unit_price_fils: unit_price_fils ?? 0 };
}

function amountsOf(list: ListCells, lines: readonly IncomingLine[], total_fils: number): IncomingAmounts {
  const subtotal_fils = lines.reduce((sum, { qty, unit_price_fils }) => sum + qty * unit_price_fils, 0);
  const shipping = list.amount('shipping') ?? 0;
  const discount = list.amount('discount') ?? 0;
  const more_fils = total_fils - (subtotal_fils + shipping - discount);
  const amounts = { total_fils, taxes: [0], shippings: [shipping] };
  // A discount above the items' sum is not one of them.
  if (discount > subtotal_fils) return { ...amounts, discounts: [] };
  if (more_fils > 0 && !list.tells('shipping'))
    return { ...amounts, discounts: [discount], shippings: [shipping + more_fils] };
  if (more_fils < 0 && !list.tells('discount')) return { ...amounts, discounts: [discount - more_fils] };
  return { ...amounts, discounts: [discount] };
}
