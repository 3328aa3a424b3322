import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { csvLine, guarded, unguarded } from '../../../contract/rules/csv/csv-text.ts';
import type { ListField, ListLayout } from '../../../contract/rules/import/import-fields.ts';
import { LIST_CASES } from '../../../tests/support/incoming-cases.ts';
import { PLAIN_READING } from '../../orders/incoming/shop-reading.ts';
import type { CsvRow } from '../../shopify/export/csv-rows.ts';
import { readListedOrder } from './listed-order.ts';

/** Lists that were once read incorrectly, by case number. */

const FIELDS: Record<string, ListField> = {
  'Order no': 'order_number',
  No: 'order_number',
  Customer: 'name',
  Phone: 'phone',
  Address: 'address',
  Item: 'item',
  Price: 'price',
  Total: 'amount',
  Amount: 'amount',
  'Amount due': 'due',
  Paid: 'paid',
  Payment: 'method',
  Currency: 'currency',
  Status: 'status',
  'Shipping method': 'shipping_method',
  Promised: 'promised',
  Notes: 'notes',
  'Billing address': 'other_address',
};

type Row = CsvRow & { number: string };

/**
 * Groups the rows as the list reader does: successive rows with one number form an order, and each row
 * without a number is alone.
 */
function readList(text: string, own: Partial<typeof PLAIN_READING.names> = {}) {
  const records: Record<string, string>[] = parse(text, { columns: true, relax_column_count: true });
  const header = Object.keys(records[0] ?? {});
  const columns: ListLayout['columns'] = Object.fromEntries(
    header.flatMap((name) => (FIELDS[name] ? [[FIELDS[name], [name]]] : [])),
  );
  const rows = records.map(
    (record, at): Row => ({
      line: at + 2,
      cell: (column) => unguarded((record[column] ?? '').trim()),
      misshapen: null,
      decimal_comma: false,
      number: record['Order no'] ?? record.No ?? '',
    }),
  );
  const groups: [Row, ...Row[]][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last && row.number !== '' && last[0].number === row.number) last.push(row);
    else groups.push([row]);
  }
  const reading = { ...PLAIN_READING, names: { ...PLAIN_READING.names, ...own } };
  return groups.map((group) =>
    readListedOrder(group, {
      ...reading,
      layout: { columns, method: null, date_order: 'dmy' },
      now: new Date('2026-11-20T10:00:00Z'),
    }),
  );
}

const bad = (line: number, column: string, code: string) => ({
  findings: [{ kind: 'bad', line, column, fault: { code } }],
});
const skipped = (code: string) => ({ findings: [{ kind: 'left_out', fault: { code } }] });
const due = (due_amount_fils: number) => ({ order: { due_amount_fils } });

test('L1: a row without a number is reported as a separate error', () => {
  expect(readList(LIST_CASES.L1)).toMatchObject([
    { order: { total_amount_fils: 4_500, discount_fils: 0, lines: [{ name: 'Dates' }] } },
    bad(3, 'Order no', 'empty'),
  ]);
});

describe('L2: a row of totals is recognised', () => {
  test('next to an order', () => {
    expect(readList(LIST_CASES.L2)).toMatchObject([due(4_500), skipped('totals_row')]);
  });

  test.each([
    ',Grand Total,,,,,65,',
    ',الإجمالي,,,,,65.00,',
    ',,,,المجموع,,٦٥,',
    'Total,,,,,,65,',
    'الإجمالي,,,,,,65.00,',
    '1001,,,,Total,,65,',
  ])('in the form %s', (row) => {
    const [first = ''] = LIST_CASES.L2.split('\n');
    expect(readList(`${first}\n${row}`)).toMatchObject([skipped('totals_row')]);
  });

  describe('with the number of its order', () => {
    const list = (rows: string) => `No,Customer,Address,Item,Price,Total,Payment\n${rows}`;
    const order = { due_amount_fils: 7_500, lines: [{ name: 'Dates' }, { name: 'Honey' }] };

    test('is not added to the order', () => {
      const rows = '1010,Ali,Villa 3,Dates,45,COD\n1010,,,Honey,30,\n1010,,,Total,75,';
      expect(readList(`No,Customer,Address,Item,Total,Payment\n${rows}`)).toMatchObject([{ order }]);
    });

    test.each([
      ['1010,Ali,Villa 3,Dates,45,,COD', '1010,,,Honey,30,,', '1010,,,Total,,75,'],
      ['1010,Ali,Villa 3,Dates,45,75,COD', '1010,,,Honey,30,,', '1010,,,Sub total,75,,'],
      ['1010,,,Total,,75,', '1010,Ali,Villa 3,Dates,45,45,COD', '1010,,,Honey,30,30,'],
    ])('%s / %s / %s confirms the prices', (...rows) => {
      expect(readList(list(rows.join('\n')))).toMatchObject([{ order }]);
    });

    test('a total that differs from the sum of the rows is refused with both amounts', () => {
      const rows = '1010,Ali,Villa 3,Dates,45,45,COD\n1010,,,Honey,30,30,\n1010,,,Total,,80,';
      expect(readList(list(rows))).toMatchObject([
        {
          findings: [
            { fault: { code: 'rows_differ', values: { one: 'AED 75.00', line: '4', other: 'AED 80.00' } } },
          ],
        },
      ]);
    });

    test('products named Total are not dropped silently', () => {
      const rows = '1010,Ali,Villa 3,Dates,45,75,COD\n1010,,,Total,30,,';
      expect(readList(list(rows))).toMatchObject([{ findings: [{ fault: { code: 'rows_differ' } }] }]);
    });
  });

  test('a customer named Total is not a totals row', () => {
    const [first = ''] = LIST_CASES.L2.split('\n');
    expect(readList(`${first}\n,Total,0501112233,Villa 3,Dates,65,65,COD`)).toMatchObject([
      bad(2, 'Order no', 'empty'),
    ]);
  });
});

test('L3: columns of due and paid amounts determine what is collected', () => {
  expect(readList(LIST_CASES.L3)).toMatchObject([due(4_000), due(0)]);
});

test.each([
  'Paid\n1,Ali,Villa 3,30,Tabby,30,',
  'Paid\n1,Ali,Villa 3,30,Tabby,30,yes',
  'X\n1,Ali,Villa 3,30,Tabby,30,',
])('an instalment order has nothing due on delivery: %s', (rows) => {
  expect(readList(`No,Customer,Address,Total,Payment,Amount due,${rows}`)).toMatchObject([
    { order: { payment_method: 'online', payment_status: 'paid', due_amount_fils: 0 } },
  ]);
});

test('L4: orders in another currency and cancelled orders are skipped', () => {
  expect(readList(LIST_CASES.L4)).toMatchObject([skipped('order_in_currency'), skipped('order_cancelled')]);
});

test('L5: an unpaid order is skipped, and an unknown status is never read as open', () => {
  const names = { payment: new Map([['credit card', 'online']] as const) };
  expect(readList(LIST_CASES.L5, names)).toMatchObject([
    skipped('order_unpaid'),
    skipped('order_unpaid'),
    { findings: [{ kind: 'bad', column: 'Status', unknown_status: 'with courier' }] },
  ]);
  const defined = { ...names, status: new Map([['with courier', 'deliver']] as const) };
  expect(readList(LIST_CASES.L5, defined)[2]).toMatchObject({ order: { payment_method: 'online' } });
});

test('a status that usually means not paid needs a definition until the shop has defined it', () => {
  const list = 'No,Customer,Address,Amount,Payment,Status\n1,Ali,Villa 3,30,COD,Pending';
  expect(readList(list)).toMatchObject([
    { findings: [{ fault: { code: 'order_unpaid' }, unknown_status: 'Pending' }] },
  ]);
  const defined = (meaning: 'unpaid' | 'deliver') => ({ status: new Map([['pending', meaning]]) });
  expect(readList(list, defined('unpaid'))).toEqual([
    { findings: [expect.not.objectContaining({ unknown_status: 'Pending' })] },
  ]);
  expect(readList(list, defined('deliver'))).toMatchObject([due(3_000)]);
});

describe('L6: the rows of one order', () => {
  const head = 'Order no,Customer,Address,Item,Total,Payment';

  /** Two rows of price, total and amount due, or of total and amount due. */
  const withDue = (one: string, two: string) => {
    const columns = one.split(',').length === 3 ? 'Price,Total,Amount due' : 'Total,Amount due';
    return `No,Customer,Address,Payment,Item,${columns}\n1,Ali,Villa 3,COD,A,${one}\n1,Ali,,,B,${two}`;
  };

  test('with different amounts add up', () => {
    expect(readList(LIST_CASES.L6)).toMatchObject([
      {
        order: {
          due_amount_fils: 7_500,
          lines: [
            { name: 'Dates', unit_price_fils: 4_500 },
            { name: 'Honey', unit_price_fils: 3_000 },
          ],
        },
      },
    ]);
  });

  test('with equal amounts and no prices are refused because they may repeat the total', () => {
    const rows = `${head}\n1010,Ali,Villa 3,Dates,45,COD\n1010,Ali,Villa 3,Honey,45,COD`;
    expect(readList(rows)).toMatchObject([bad(2, 'Total', 'rows_unclear')]);
  });

  test('with an amount only in the first row have that total', () => {
    expect(readList(`${head}\n1010,Ali,Villa 3,Dates,45,COD\n1010,,,Honey,,`)).toMatchObject([due(4_500)]);
  });

  test.each([
    ['the repeated total', '75', '75', 7_500],
    ['the amount of each row', '45', '30', 7_500],
  ])('with prices may contain %s', (_name, one, other, total) => {
    const priced = `Order no,Customer,Address,Item,Price,Total,Payment
1010,Ali,Villa 3,Dates,45,${one},COD
1010,Ali,Villa 3,Honey,30,${other},COD`;
    expect(readList(priced)).toMatchObject([due(total)]);
  });

  test('with contradictory amounts are refused with both amounts', () => {
    const priced = `Order no,Customer,Address,Item,Price,Total,Payment
1010,Ali,Villa 3,Dates,45,45,COD
1010,Ali,Villa 3,Honey,30,80,COD`;
    expect(readList(priced)).toMatchObject([
      {
        findings: [
          { fault: { code: 'rows_differ', values: { one: 'AED 45.00', line: '3', other: 'AED 80.00' } } },
        ],
      },
    ]);
  });

  test.each([
    ['50,45,', '50,45,', 'Total', 'AED 45.00', 'AED 90.00'],
    ['30,35,', '30,35,', 'Total', 'AED 35.00', 'AED 70.00'],
    ['45,45,', '30,,', 'Total', 'AED 45.00', 'AED 75.00'],
    ['45,75,30', '30,75,20', 'Amount due', 'rows_differ', ''],
    ['45,75,30', '30,,30', 'Amount due', 'AED 30.00', 'AED 60.00'],
    ['45,45,30', '30,30,', 'Amount due', 'AED 30.00', 'AED 75.00'],
  ])('with prices, %s and %s, leave the amount unclear', (one, two, column, amount, other) => {
    const fault =
      amount === 'rows_differ' ? { code: amount } : { code: 'rows_unclear', values: { amount, other } };
    expect(readList(withDue(one, two))).toMatchObject([{ findings: [{ column, fault }] }]);
  });

  test.each([
    ['30,30,30', '30,30,30', 6_000, 6_000],
    ['30,30,20', '30,30,20', 6_000, 4_000],
    ['30,60,20', '30,60,20', 6_000, 2_000],
    ['45,45,45', '30,30,20', 7_500, 6_500],
    ['45,45,0', '30,30,0', 7_500, 0],
    ['45,45,75', '30,30,', 7_500, 7_500],
    ['45,75,40', '30,,', 7_500, 4_000],
    ['45,75,75', '30,,75', 7_500, 7_500],
    ['45,85,', '30,85,', 8_500, 8_500],
  ])('with prices, %s and %s, have one reading', (one, two, total, amount_due) => {
    expect(readList(withDue(one, two))).toMatchObject([
      { order: { total_amount_fils: total, due_amount_fils: amount_due } },
    ]);
  });

  test.each([
    ['100,40', '50,40', 'AED 40.00', 'AED 80.00'],
    ['100,40', '50,', 'AED 40.00', 'AED 150.00'],
    ['100,40', ',40', 'AED 40.00', 'AED 80.00'],
  ])('without prices, %s and %s, leave the amount due unclear', (one, two, amount, other) => {
    const values = { amount, other };
    expect(readList(withDue(one, two))).toMatchObject([
      { findings: [{ column: 'Amount due', fault: { code: 'rows_unclear', values } }] },
    ]);
  });

  test('without prices have their own amounts due if they have their own totals', () => {
    expect(readList(withDue('100,40', '50,30'))).toMatchObject([due(7_000)]);
  });

  test.each([
    ['Omar,Villa 3', 'Customer'],
    ['Ali,Flat 7', 'Address'],
  ])('with different customers or addresses (%s) are refused', (cells, column) => {
    expect(readList(`${head}\n1010,Ali,Villa 3,Dates,45,COD\n1010,${cells},Honey,30,COD`)).toMatchObject([
      { findings: [{ line: 2, column, fault: { code: 'rows_differ' } }] },
    ]);
  });
});

describe('a fact in any row of an order counts', () => {
  const list = (column: string, one: string, other: string) =>
    `No,Customer,Address,Item,Price,Total,Payment,${column}
1,Ali,Villa 3,A,10,30,COD,${one}
1,Ali,Villa 3,B,20,,,${other}`;

  test.each([
    ['Status', 'Cancelled', 'order_cancelled'],
    ['Currency', 'USD', 'order_in_currency'],
    ['Shipping method', 'Local pickup', 'order_picked_up'],
  ])('%s %s in a later row', (column, cell, code) => {
    expect(readList(list(column, '', cell))).toMatchObject([
      { findings: [{ kind: 'left_out', line: 3, column, fault: { code } }] },
    ]);
  });

  test('an undefined status in a later row needs a definition', () => {
    expect(readList(list('Status', '', 'with courier'))).toMatchObject([
      { findings: [{ kind: 'bad', line: 3, unknown_status: 'with courier' }] },
    ]);
  });

  test('a payment in a later row', () => {
    expect(readList(list('Paid', '', 'yes'))).toMatchObject([due(0)]);
    expect(readList(list('Paid', '', 'perhaps'))).toMatchObject([bad(3, 'Paid', 'no_yes_or_no')]);
    const card = `No,Customer,Address,Item,Total,Payment
1,Ali,Villa 3,A,30,
1,Ali,Villa 3,B,,Card on delivery`;
    expect(readList(card)).toMatchObject([{ order: { payment_method: 'card', waits_because: null } }]);
  });

  test.each([
    ['Status', 'Processing', 'Cancelled'],
    ['Currency', 'AED', 'USD'],
    ['Shipping method', 'Local pickup', 'Standard delivery'],
    ['Promised', '20/11/2026', '21/11/2026'],
    ['Billing address', 'Gate 2', 'Gate 3'],
    ['Paid', 'yes', 'no'],
  ])('%s %s contradicts %s', (column, one, other) => {
    expect(readList(list(column, one, other))).toMatchObject([
      { findings: [{ kind: 'bad', column, fault: { code: 'rows_differ', values: { one, other } } }] },
    ]);
  });

  test('two later rows contradict each other', () => {
    const third = `${list('Status', '', 'Processing')}\n1,Ali,Villa 3,C,,,,Cancelled`;
    expect(readList(third)).toMatchObject([
      { findings: [{ fault: { code: 'rows_differ', values: { one: 'Processing', line: '4' } } }] },
    ]);
  });
});

test.each([
  ['0501234567', '+971 50 123 4567', '0501234567 / +971 50 123 4567'],
  ['501234567', '0501234567', '0501234567'],
  ['', '0559876543', '0559876543'],
])('different phone numbers in the rows of an order are kept: %s, %s', (one, other, phone) => {
  const list = `No,Customer,Phone,Address,Item,Total,Payment
1,Ali,${one},Villa 3,A,30,COD
1,Ali,${other},Villa 3,B,20,COD`;
  expect(readList(list)).toMatchObject([{ order: { customer: { phone } } }]);
});

test('the notes of all rows of an order are kept', () => {
  const list = `No,Customer,Address,Item,Total,Payment,Notes
1,Ali,Villa 3,A,30,COD,Ring twice
1,Ali,Villa 3,B,20,COD,Fragile
1,Ali,Villa 3,C,10,COD,Ring twice`;
  expect(readList(list)).toMatchObject([{ order: { notes: 'Ring twice\nFragile' } }]);
});

test.each([
  ['Local pickup', true],
  ['Pickup at Marina store', true],
  ['Store pick-up', true],
  ['استلام من الفرع', true],
  ['Courier pickup', false],
  ['Standard delivery', false],
])('S7 in a list: %s is skipped: %s', (method, is_skipped) => {
  const list = `No,Customer,Address,Amount,Payment,Shipping method\n4001,Ali,Villa 3,45,COD,${method}`;
  expect(readList(list)).toMatchObject([is_skipped ? skipped('order_picked_up') : due(4_500)]);
});

test('L8: dates are read as people and programs write them', () => {
  const promised = (time: string) => ({
    order: { promised_at: new Date(`2026-11-20T${time}:00+04:00`) },
  });
  expect(readList(LIST_CASES.L8)).toMatchObject([
    promised('23:59'),
    promised('14:05'),
    promised('14:05'),
    promised('23:59'),
    promised('23:59'),
  ]);
});

test.each([
  ['11/20/2026', 'only_month_first'],
  ['31/11/2026', 'no_such_day'],
  ['Monday 20/11/2026', 'wrong_weekday'],
  ['29/05/1448', 'hijri_date'],
  ['20/11/1999', 'before_2000'],
  ['14:05', 'no_date'],
])('the promised time %s is refused: %s', (text, code) => {
  const list = `No,Customer,Address,Amount,Payment,Promised\n1,Ali,Villa 3,45,COD,${text}`;
  expect(readList(list)).toMatchObject([bad(2, 'Promised', code)]);
});

test('L10: the currency AED is read in all its spellings', () => {
  expect(readList(LIST_CASES.L10)).toMatchObject([due(4_500), due(4_500), due(4_500)]);
});

test('D2: a list exported with guarded cells is read without the guards', () => {
  const name = 'Ali;=1+1;x';
  const row = csvLine(['4002', name, '-1 floor, Villa 3', '45.00', 'COD', "'=x"].map(guarded));
  expect(row).toContain(`"Ali;'=1+1;x","'-1 floor, Villa 3"`);
  expect(readList(`No,Customer,Address,Total,Payment,Notes\n${row}`)).toMatchObject([
    {
      order: {
        customer: { first_name: 'Ali;=1+1;x' },
        delivery_address: '-1 floor, Villa 3',
        notes: "'=x",
      },
    },
  ]);
});
