import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { LIST_FIELDS, type ListLayout } from '../../../contract/rules/import/import-fields.ts';
import { SHOPIFY_COLUMNS } from '../../../contract/rules/import/shopify-columns.ts';
import { exportOf, orderRow } from '../../../tests/support/shopify-export.ts';
import { PLAIN_READING } from '../../orders/incoming/shop-reading.ts';
import { type ImportBatch, readBatch } from './read-batch.ts';

const OWN = { ...PLAIN_READING, now: new Date('2026-11-20T10:00:00Z') };

type Cells = Readonly<Partial<Record<string, string>>>;

/** Reads an order with an unreadable character in one cell. */
function findingsOf(cells: Cells, columns: readonly string[], source: ImportBatch['source'], broken: string) {
  const row = columns.map((column) => (column === broken ? 'a\uFFFDb' : (cells[column] ?? '')));
  const orders: ImportBatch['orders'] = [[{ line: 7, cells: row, misshapen: null }]];
  return readBatch({ source, columns: [...columns], decimal_comma: false, orders }, OWN);
}

const [EXPORTED = {}] = parse(exportOf(orderRow()), { columns: true }) as Cells[];
const LISTED: Cells = { order_number: '1', name: 'Layla', address: 'Villa 1', amount: '5', method: 'COD' };

const unreadable = (column: string) => [
  { line: 7, findings: [{ kind: 'bad', line: 7, column, fault: { code: 'unreadable_letters' } }] },
];

describe('an order with an unreadable character is refused', () => {
  test.each(SHOPIFY_COLUMNS)('in the column %s of a Shopify export', (column) => {
    expect(findingsOf(EXPORTED, SHOPIFY_COLUMNS, { kind: 'shopify' }, column)).toMatchObject(
      unreadable(column),
    );
  });

  const columns = Object.fromEntries(LIST_FIELDS.map((field) => [field, [field]])) as ListLayout['columns'];
  const layout: ListLayout = { columns, method: null, date_order: 'dmy' };
  test.each(LIST_FIELDS)('in the column of %s of a list', (field) => {
    expect(findingsOf(LISTED, LIST_FIELDS, { kind: 'list', layout }, field)).toMatchObject(unreadable(field));
  });
});
