import { expect, test } from 'vitest';
import { continuedRow, exportOf, orderRow } from '../../../tests/support/shopify-export.ts';
import type { FoundOrder } from '../../orders/import/import-finding.ts';
import { PLAIN_READING } from '../../orders/incoming/shop-reading.ts';
import { readExport } from './read-export.ts';

/** Exports in which an apostrophe guards cells against being read as formulas. */

async function readAll(text: string) {
  const file = (async function* () {
    yield text;
  })();
  const orders: FoundOrder[] = [];
  for await (const found of readExport(file, PLAIN_READING)) orders.push(found);
  return orders;
}

test('reads a guarded order number and balance without their apostrophes', async () => {
  const first = orderRow({
    Name: "'-1001",
    'Financial Status': 'paid',
    'Outstanding Balance': "'-54.25",
    Subtotal: '78.15',
    Total: '88.15',
  });
  const removed = continuedRow({ Name: '-1001', 'Lineitem quantity': '0' });
  expect(await readAll(exportOf(first, removed))).toMatchObject([
    { order: { order_number: '-1001', total_amount_fils: 3_390, due_amount_fils: 0 } },
  ]);
});

test('reports a guarded quantity and amount that are not numbers without their apostrophes', async () => {
  const row = orderRow({ 'Lineitem quantity': "'-2", 'Lineitem price': "'=5" });
  expect(await readAll(exportOf(row))).toMatchObject([
    {
      findings: [
        { column: 'Lineitem quantity', fault: { code: 'no_quantity', values: { text: '-2' } } },
        { column: 'Lineitem price', fault: { code: 'no_amount', values: { text: '=5' } } },
      ],
    },
  ]);
});

test('removes one apostrophe of a text with two', async () => {
  const [read] = await readAll(exportOf(orderRow({ 'Lineitem name': "''=x" })));
  expect(read).toMatchObject({ order: { lines: [{ name: "'=x" }] } });
});
