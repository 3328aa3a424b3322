import { LIST_FIELDS } from '../../../contract/rules/import-fields.ts';
import { parseAmount } from '../../../contract/rules/parse-amount.ts';
import { nameKey } from '../../../contract/rules/source-names.ts';
import type { CsvRow } from '../../shopify/export/csv-rows.ts';
import type { ListCells } from './list-cells.ts';

const TOTAL = new Set(
  [
    ...['total', 'totals', 'grand total', 'sub total', 'subtotal', 'sum', 'total amount', 'total aed'],
    ...['المجموع', 'الإجمالي', 'الاجمالي', 'المجموع الكلي', 'الإجمالي الكلي', 'الاجمالي الكلي'],
  ].map(nameKey),
);

/** True of a row that contains a word for total, and otherwise only amounts. */
export function isTotalsRow(list: ListCells, row: CsvRow): boolean {
  const columns = new Set(LIST_FIELDS.flatMap((field) => list.columns(field)));
  const texts = [...columns].map((column) => row.cell(column)).filter((text) => text !== '');
  const others = texts.filter((text) => !TOTAL.has(nameKey(text)));
  return others.length < texts.length && others.every((text) => parseAmount(text).ok);
}
