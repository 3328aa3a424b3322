import { LIST_FIELDS } from '../../../contract/rules/import-fields.ts';
import { parseAmount } from '../../../contract/rules/parse-amount.ts';
import { nameKey } from '../../../contract/rules/source-names.ts';
import type { ListCells } from './list-cells.ts';

const TOTAL = new Set(
  [
    ...['total', 'totals', 'grand total', 'sub total', 'subtotal', 'sum', 'total amount', 'total aed'],
    ...['المجموع', 'الإجمالي', 'الاجمالي', 'المجموع الكلي', 'الإجمالي الكلي', 'الاجمالي الكلي'],
  ].map(nameKey),
);

/** A row without a number that says Total, and beside that has amounts only. */
export function isTotalsRow(list: ListCells): boolean {
  const columns = new Set(LIST_FIELDS.flatMap((field) => list.columns(field)));
  const texts = [...columns].map((column) => list.cells.raw(column)).filter((text) => text !== '');
  const others = texts.filter((text) => !TOTAL.has(nameKey(text)));
  return others.length < texts.length && others.every((text) => parseAmount(text).ok);
}
