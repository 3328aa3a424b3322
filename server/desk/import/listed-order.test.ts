import { describe, expect, it, test } from 'vitest';
import type { ListField, ListLayout } from '../../../contract/rules/import/import-fields.ts';
import type { PaymentMeaning } from '../../../contract/rules/import/source-names.ts';
import { AMOUNT_CASES } from '../../../tests/support/amount-cases.ts';
import { instantOf, readZonedTimestamp } from '../../orders/incoming/local-time.ts';
import { readCellAmount } from '../../shopify/export/cell-amount.ts';
import type { CsvRow } from '../../shopify/export/csv-rows.ts';
import { readListedOrder } from './listed-order.ts';

type Cells = Partial<Record<ListField, string>>;

const GOOD: Cells = {
  order_number: '1001',
  name: 'Layla Haddad',
  address: 'Villa 9',
  amount: '145.10',
  method: 'COD',
};

/** Reads rows in which each field has a column of its own name. */
function read(
  rows: Cells[],
  own: {
    words?: Record<string, PaymentMeaning>;
    decimal_comma?: boolean;
    order?: ListLayout['date_order'];
  } = {},
) {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))] as ListField[];
  const columns = Object.fromEntries(fields.map((field) => [field, [field]]));
  const [first, ...more] = rows.map(
    (row, at): CsvRow => ({
      line: at + 2,
      cell: (column) => row[column as ListField] ?? '',
      misshapen: null,
      decimal_comma: own.decimal_comma ?? false,
    }),
  );
  if (!first) throw new Error('no row');
  return readListedOrder([first, ...more], {
    layout: { columns, method: null, date_order: own.order ?? 'dmy' },
    names: { payment: new Map(Object.entries(own.words ?? {})), status: new Map() },
    time_zone: 'Asia/Dubai',
    now: new Date('2026-11-20T10:00:00Z'),
  });
}

const one = (cells: Cells, own?: Parameters<typeof read>[1]) => read([{ ...GOOD, ...cells }], own);
const refused = (column: ListField, words: string) => ({
  findings: [
    expect.objectContaining({ kind: 'bad', line: 2, column, reason: expect.stringContaining(words) }),
  ],
});

describe('an amount of a list', () => {
  it.each([
    ['145.1', 14_510],
    ['145.10000000000002', 14_510],
    ['1,250.50', 125_050],
    ['1,250', 125_000],
    ['AED 145.10', 14_510],
    ['145.10 Dhs', 14_510],
    ['١٬٢٥٠٫٥٠ د.إ', 125_050],
    ['0', 0],
    ['17,49', 1_749],
    ['1.250,50', 125_050],
    ['145.1000', 14_510],
  ])('%s', (text, amount_fils) => {
    expect(readCellAmount(text, false)).toEqual({ ok: true, amount_fils });
  });

  it.each([
    ['17,49', 1749],
    ['1.250,50', 125_050],
    ['17.49', 1749],
    ['1٬250', 125_000],
    ['1,250,000', 125_000_000],
  ])('%s, if commas do not separate cells', (text, amount_fils) => {
    expect(readCellAmount(text, true)).toEqual({ ok: true, amount_fils });
  });

  it.each(['-5', '1e3', '$ 5', 'USD 5', '145.1000001'])('%s is refused', (text) => {
    expect(readCellAmount(text, false)).toEqual({ ok: false, reason: 'unparsable' });
  });

  it.each([
    ['145.105', false],
    ['12.500', false],
    ['1,250', true],
    ['AED 1,250', true],
  ])(
    '%s is refused as ambiguous between thousands and decimals (decimal commas: %s)',
    (text, decimal_comma) => {
      expect(readCellAmount(text, decimal_comma)).toEqual({ ok: false, reason: 'unclear' });
    },
  );

  it.each(AMOUNT_CASES)('$text is read as in a form', ({ text, ...expected }) => {
    expect(readCellAmount(text, false)).toEqual({ ok: 'amount_fils' in expected, ...expected });
  });
});

describe('a time in a list', () => {
  test('is local to the shop, including at changes of summer time', () => {
    const at = (day: string, time: string, zone: string) => instantOf({ day, time }, zone).toISOString();
    expect(at('2026-11-20', '14:05', 'Asia/Dubai')).toBe('2026-11-20T10:05:00.000Z');
    expect(at('2026-07-01', '00:00', 'Europe/Berlin')).toBe('2026-06-30T22:00:00.000Z');
    expect(at('2026-03-29', '02:30', 'Europe/Berlin')).toMatch(/^2026-03-29T0[01]:30/);
    const greenwich = { day: '2026-11-20', time: '14:05', zone_minutes: 0 };
    expect(instantOf(greenwich, 'Asia/Dubai').toISOString()).toBe('2026-11-20T14:05:00.000Z');
    expect(readZonedTimestamp('2026-11-18 08:00:00 +0400')?.toISOString()).toBe('2026-11-18T04:00:00.000Z');
  });
});

describe('an order of a list', () => {
  test('is read from the columns of the list, and missing columns are reported', () => {
    const area = { area: ' Al  Barsha ', phone: '501234567', promised: '20/11/2026', notes: 'Ring twice' };
    expect(one({ ...area, order_number: '#١٠٠١' })).toMatchObject({
      order: {
        order_number: '1001',
        customer: { first_name: 'Layla', last_name: 'Haddad', phone: '0501234567' },
        area: 'Al Barsha',
        promised_at: new Date('2026-11-20T19:59:00Z'),
        payment_method: 'cash',
        payment_status: 'pending',
        due_amount_fils: 14_510,
        lines: [{ name: 'Goods', qty: 1, unit_price_fils: 14_510 }],
      },
      missing_fields: ['external_id', 'created_at', 'lines'],
    });
    expect(one({})).toMatchObject({
      missing_fields: ['external_id', 'created_at', 'phone', 'notes', 'lines'],
    });
  });

  it.each<[Cells, method: string, due: number]>([
    [{ paid: 'yes' }, 'online', 0],
    [{ paid: 'لا' }, 'cash', 14_510],
    [{ method: 'Online' }, 'online', 0],
    [{ method: 'Online', paid: 'no' }, 'online', 14_510],
    [{ method: 'Card machine' }, 'card', 14_510],
    [{ due: '45.10' }, 'cash', 4510],
    [{ due: '0' }, 'online', 0],
  ])('%j has the payment method %s and %d fils due', (cells, payment_method, due_amount_fils) => {
    expect(one(cells)).toMatchObject({ order: { payment_method, due_amount_fils } });
  });

  test('an order waits until the shop has defined its payment name', () => {
    expect(one({ method: 'Bank Deposit' })).toMatchObject({
      order: { waits_because: 'payment_unknown', payment_names: ['Bank Deposit'], due_amount_fils: 14_510 },
    });
    expect(one({ method: ' BANK-DEPOSIT ' }, { words: { 'bank deposit': 'online' } })).toMatchObject({
      order: { waits_because: null, payment_method: 'online', due_amount_fils: 0 },
    });
    expect(one({ method: '' })).toMatchObject({ order: { waits_because: 'payment_unknown' } });
  });

  it.each<[Cells, ListField, string]>([
    [{ order_number: '' }, 'order_number', 'is empty'],
    [{ name: '' }, 'name', 'is empty'],
    [{ name: '???? ????' }, 'name', 'characters are lost'],
    [{ address: '' }, 'address', 'is empty'],
    [{ amount: '' }, 'amount', 'is empty'],
    [{ amount: '145.105' }, 'amount', 'may mean thousands or decimals'],
    [{ amount: '145.1055' }, 'amount', 'more than two decimals'],
    [{ amount: '10000000.01' }, 'amount', 'is more than AED'],
    [{ phone: '9.71501E+11' }, 'phone', 'digits are lost'],
    [{ promised: 'soon' }, 'promised', 'is not a date'],
    [{ promised: '9999-12-31T00:00Z' }, 'promised', 'is read as 9999-12-31'],
    [{ created: '05/12/2026' }, 'created', 'is read as 2026-12-05'],
    [{ created: '1999-12-30T00:00Z' }, 'created', 'is read as 1999-12-30'],
    [{ paid: 'perhaps' }, 'paid', 'neither yes nor no'],
    [{ due: '200' }, 'due', "more than the order's total"],
  ])('%j is refused by its cell', (cells, column, words) => {
    expect(one(cells)).toEqual(refused(column, words));
  });

  test.each([
    ['dmy', '2026-05-11'],
    ['mdy', '2026-11-05'],
  ] as const)('dates are read in the date order of the list, %s', (order, day) => {
    const promised_at = new Date(`${day}T19:59:00Z`);
    expect(one({ promised: '11/05/2026' }, { order })).toMatchObject({ order: { promised_at } });
  });

  test('accepts an order created today or by a clock slightly ahead', () => {
    for (const created of ['20/11/2026', '21/11/2026 13:59', '2000-01-02']) {
      expect(one({ created })).toHaveProperty('order.created_at');
    }
    expect(one({ created: '21/11/2026 14:01' })).toEqual(refused('created', 'not a possible order date'));
  });

  it.each<[Cells, string]>([
    [{ status: 'wc-refunded' }, 'refunded'],
    [{ status: 'Completed' }, 'completed already'],
    [{ currency: 'USD' }, 'in USD'],
  ])('%j is skipped', (cells, words) => {
    expect(one(cells)).toMatchObject({
      findings: [{ kind: 'left_out', reason: expect.stringContaining(words) }],
    });
  });

  test('the billing name and address are used if no others are given', () => {
    const billing = { name: '', other_name: 'Omar Said', address: '', other_address: 'Gate 2' };
    expect(one(billing)).toMatchObject({
      order: { customer: { first_name: 'Omar', last_name: 'Said' }, delivery_address: 'Gate 2' },
    });
  });

  test('priced items match the total by delivery or discount; unpriced items share the total', () => {
    const items = (amount: string, second: Cells = {}) =>
      read([
        { ...GOOD, amount, item: 'Milk', quantity: '2', price: '11.95' },
        { item: 'Rice', price: '10', ...second },
      ]);
    expect(items('43.90')).toMatchObject({
      order: { subtotal_fils: 3390, shipping_fils: 1000, discount_fils: 0 },
    });
    expect(items('30')).toEqual(refused('amount', 'may be AED 30.00 or AED 33.90'));
    expect(one({ amount: '30', item: 'Milk', price: '33.90' })).toMatchObject({
      order: { shipping_fils: 0, discount_fils: 390 },
    });
    expect(items('30', { shipping: '10', discount: '0' })).toMatchObject({
      findings: [{ column: 'amount' }],
    });
    expect(read([{ ...GOOD, item: 'Milk', quantity: '2' }, { item: 'Rice' }])).toMatchObject({
      order: { lines: [{ name: '2 × Milk, Rice', unit_price_fils: 14_510 }] },
    });
  });
});
