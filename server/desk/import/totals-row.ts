import { parseAmount } from '../../../contract/rules/amounts/parse-amount.ts';
import { LIST_FIELDS } from '../../../contract/rules/import/import-fields.ts';
import { nameKey } from '../../../contract/rules/import/source-names.ts';
import type { CsvRow } from '../../shopify/export/csv-rows.ts';
import type { ListCells } from './list-cells.ts';

const TOTAL = new Set(
  [
    ...['total', 'totals', 'grand total', 'sub total', 'subtotal', 'sum', 'total amount', 'total aed'],
    ...['المجموع', 'الإجمالي', 'الاجمالي', 'المجموع الكلي', 'الإجمالي الكلي', 'الاجمالي الكلي'],
  ].map(nameKey),
);

/**
 * Returns true for a row that contains a word for total and otherwise only amounts. The column of order
 * numbers may contain the word, or the number of the order being totalled.
 */
export function isTotalsRow(list: ListCells, row: CsvRow): boolean {
  const [number = ''] = list.columns('order_number');
  let has_word = false;
  const isTotal = (column: string) => {
    const text = row.cell(column);
    if (column === number || text === '') return true;
    if (!isTotalsWord(text)) return DIGIT.test(text) && parseAmount(text).ok;
    has_word = true;
    return true;
  };
  const are_totals = LIST_FIELDS.every((field) => list.columns(field).every(isTotal));
  return are_totals && (has_word || isTotalsWord(row.cell(number)));
}

/** A cheap test for words for total, since few cells contain one and `nameKey` takes much longer. */
const LETTERS = /total|sum|مجموع|جمالي/i;
const DIGIT = /\p{Nd}/u;

function isTotalsWord(text: string): boolean {
  return LETTERS.test(text) && TOTAL.has(nameKey(text));
}
