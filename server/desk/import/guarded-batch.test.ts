import { expect, test } from 'vitest';
import { PLAIN_READING } from '../../orders/incoming/shop-reading.ts';
import { readBatch } from './read-batch.ts';

test('the apostrophes that guard cells of a list against formulas are removed', () => {
  const columns = ['No', 'Customer', 'Address', 'Payment', 'Item', 'Price', 'Total', 'Refunded'];
  const cells = ["'-7", "''=Ali", "'-1 floor", 'COD', 'Dates', '50', '100', "'-50"];
  const layout = {
    columns: {
      order_number: ['No'],
      name: ['Customer'],
      address: ['Address'],
      method: ['Payment'],
      item: ['Item'],
      price: ['Price'],
      amount: ['Total'],
      refund: ['Refunded'],
    } satisfies Record<string, [string]>,
    method: null,
    date_order: 'dmy' as const,
  };
  const [read] = readBatch(
    {
      source: { kind: 'list', layout },
      columns,
      decimal_comma: false,
      orders: [[{ line: 2, cells, misshapen: null }]],
    },
    { ...PLAIN_READING, now: new Date('2026-11-20T10:00:00Z') },
  );
  expect(read).toMatchObject({
    read_order: {
      order: {
        order_number: '-7',
        customer: { first_name: "'=Ali" },
        delivery_address: '-1 floor',
        total_amount_fils: 5_000,
      },
    },
  });
});
