import { describe, expect, test } from 'vitest';
import type { ListLayout } from '../../../../contract/rules/import/import-fields.ts';
import { needsConfirmation } from './columns-to-confirm.ts';
import { layoutFor } from './layout-for.ts';

const LAYOUT: ListLayout = {
  columns: {
    order_number: ['No'],
    name: ['Customer'],
    address: ['Address'],
    amount: ['Amount'],
    method: ['Payment'],
  },
  method: null,
  date_order: 'dmy',
};
const HEADER = ['No', 'Customer', 'Address', 'Amount', 'Payment'];
const ROW = ['2002', 'Ali', 'Villa 3', '100', 'COD'];
const REMEMBERED = [{ header: [...HEADER, 'Rider', 'Weight'], layout: LAYOUT }];

describe('a list that was mapped before', () => {
  test('needs no mapping with the same headers, in any order and case', () => {
    expect(layoutFor(HEADER, [ROW], REMEMBERED)).toEqual({ layout: LAYOUT, known: true, changed: null });
    const header = ['AMOUNT', ' no', 'customer', 'Payment\u200E', 'Address'];
    expect(layoutFor(header, [], REMEMBERED)).toMatchObject({
      known: true,
      layout: { columns: { order_number: [' no'], amount: ['AMOUNT'], method: ['Payment\u200E'] } },
    });
  });

  test('needs no mapping with new unimportant columns or columns that were not used', () => {
    const header = [...HEADER, 'Floor plan', 'Weight'];
    expect(layoutFor(header, [[...ROW, 'yes', '12.5']], REMEMBERED)).toMatchObject({
      layout: LAYOUT,
      known: true,
    });
  });

  test('L3: needs confirmation if it has new columns with amounts due and payments', () => {
    expect(layoutFor([...HEADER, 'Amount due', 'Paid'], [[...ROW, '40', '']], REMEMBERED)).toEqual({
      layout: { ...LAYOUT, columns: { ...LAYOUT.columns, due: ['Amount due'], paid: ['Paid'] } },
      known: false,
      changed: { added: ['Amount due', 'Paid'], missing: [], usable: [] },
    });
  });

  test('L4: needs confirmation if it has new columns with a currency and a status', () => {
    expect(
      layoutFor([...HEADER, 'Currency', 'Status'], [[...ROW, 'USD', 'processing']], REMEMBERED),
    ).toMatchObject({
      layout: { columns: { currency: ['Currency'], status: ['Status'] } },
      known: false,
      changed: { added: ['Currency', 'Status'] },
    });
  });

  test('needs confirmation if it has a second column of a name that it uses', () => {
    const header = [...HEADER, 'Address (2)', 'Rider', 'Rider (2)'];
    expect(layoutFor(header, [ROW], REMEMBERED)).toMatchObject({
      known: false,
      changed: { added: ['Address (2)'], missing: [], usable: [] },
    });
  });

  test('needs confirmation of a hidden column with money, once', () => {
    const header = [...HEADER, 'Weight'];
    const hidden = ['Amount', 'Weight'];
    expect(layoutFor(header, [ROW], REMEMBERED, ['Weight'])).toMatchObject({ known: true });
    expect(layoutFor(header, [ROW], REMEMBERED, hidden)).toEqual({
      layout: LAYOUT,
      known: false,
      changed: null,
    });
    const confirmed = { header, layout: { ...LAYOUT, hidden: ['AMOUNT'] } };
    expect(layoutFor(header, [ROW], [confirmed], hidden)).toMatchObject({ known: true });
  });

  test('needs confirmation if a column is missing, and marks the guess of its successor as new', () => {
    const header = ['No', 'Customer', 'Address', 'Total (AED)', 'Payment'];
    expect(layoutFor(header, [ROW], REMEMBERED)).toMatchObject({
      layout: { columns: { order_number: ['No'], amount: ['Total (AED)'] } },
      known: false,
      changed: { added: ['Total (AED)'], missing: ['Amount'] },
    });
    const dollars = layoutFor(['No', 'Customer', 'Address', 'Amount (USD)', 'Payment'], [ROW], REMEMBERED);
    expect(dollars).toMatchObject({
      known: false,
      changed: { added: ['Amount (USD)'], missing: ['Amount'] },
    });
    expect(dollars.layout.columns.amount).toBeUndefined();
  });

  test('needs no confirmation after its new columns were confirmed as not used', () => {
    const header = [...HEADER, 'Status'];
    const both = [{ header, layout: LAYOUT }, ...REMEMBERED];
    expect(layoutFor(header, [[...ROW, 'processing']], both)).toEqual({
      layout: LAYOUT,
      known: true,
      changed: null,
    });
    expect(layoutFor(header, [[...ROW, 'processing']], both.toReversed())).toMatchObject({ known: true });
  });

  test.each([
    ['Shipping Method', 'shipping_method'],
    ['Delivery Type', 'shipping_method'],
    ['طريقة التوصيل', 'shipping_method'],
    ['Item', 'item'],
  ] as const)('needs confirmation if it has a new column %s', (column, field) => {
    expect(layoutFor([...HEADER, column], [[...ROW, 'Local pickup']], REMEMBERED)).toEqual({
      layout: { ...LAYOUT, columns: { ...LAYOUT.columns, [field]: [column] } },
      known: false,
      changed: { added: [column], missing: [], usable: [] },
    });
  });

  test('needs confirmation once if an older version could not use its delivery method', () => {
    const header = [...HEADER, 'Shipping Method'];
    const columns = { ...LAYOUT.columns, shipping_method: ['Shipping Method'] as [string] };
    const row = [...ROW, 'Local pickup'];
    expect(layoutFor(header, [row], [{ header, layout: LAYOUT }])).toEqual({
      layout: { ...LAYOUT, columns },
      known: false,
      changed: { added: [], missing: [], usable: ['Shipping Method'] },
    });
    // Selected for another field, selected for this one, or confirmed as not used since then.
    const as_area = { ...LAYOUT, columns: { ...LAYOUT.columns, area: ['Shipping Method'] as [string] } };
    for (const layout of [as_area, { ...LAYOUT, columns }, { ...LAYOUT, knows_pickups: true }])
      expect(layoutFor(header, [row], [{ header, layout }])).toEqual({ layout, known: true, changed: null });
  });

  test('is guessed if the remembered lists have different columns', () => {
    expect(layoutFor(['Order', 'Total'], [], REMEMBERED)).toEqual({
      layout: { columns: { order_number: ['Order'], amount: ['Total'] }, method: null, date_order: 'dmy' },
      known: false,
      changed: null,
    });
  });
});

describe('a new column', () => {
  test.each([
    ['Amount due'],
    ['COD'],
    ['VAT 5%'],
    ['To pay (AED)'],
    ['Total USD'],
    ['Order state'],
    ['Ship date'],
    ['Invoice no.'],
    ['المبلغ المتبقي'],
    ['حالة الدفع'],
    ['رقم الفاتورة'],
    ['Unit price'],
  ])('%s needs confirmation because of its header', (header) =>
    expect(needsConfirmation(header, [])).toBe(true),
  );

  test.each([
    ['40'],
    ['١٢٫٥٠'],
    ['AED 45.00'],
    ['\u200F45.00'],
    ['$12'],
    ['12 EUR'],
    ['USD'],
    ['20/11/2026'],
    ['20-Nov-26'],
    ['20 نوفمبر 2026'],
    ['2026-11-20 14:05'],
    ['wc-on-hold'],
    ['Cancelled'],
    ['Cash on Delivery'],
    ['ملغي'],
  ])('with a cell %s needs confirmation', (cell) =>
    expect(needsConfirmation('Column', ['', cell])).toBe(true),
  );

  test.each([
    ['Phone number', '0501234567'],
    ['Mobile No', '501234567'],
    ['Contact', '+971 50 123 4567'],
    ['WhatsApp 2', '0501234567'],
    ['رقم الهاتف', '0501234567'],
    ['Notes', '2'],
    ['Gift', 'yes'],
    ['Building', 'Marina Gate 1'],
    ['Rider', 'Dawood'],
    ['', ''],
  ])('%s with %s needs no confirmation', (header, cell) =>
    expect(needsConfirmation(header, [cell])).toBe(false),
  );
});

describe('the guess of a list', () => {
  test('prefers visible columns to hidden ones', () => {
    const header = ['Order no', 'Amount', 'Total', 'Amount due'];
    expect(layoutFor(header, [], [], ['Amount', 'Amount due']).layout.columns).toEqual({
      order_number: ['Order no'],
      amount: ['Total'],
      due: ['Amount due'],
    });
  });

  test('does not choose between several columns with the same name', () => {
    const header = ['Order no', 'Amount', 'Amount (2)', 'Name'];
    expect(layoutFor(header, [], []).layout.columns).toEqual({ order_number: ['Order no'], name: ['Name'] });
  });
});

test.each([
  ['Order Refund Amount', 'refund'],
  ['Tip', 'extras'],
  ['إكرامية', 'extras'],
] as const)('a list needs confirmation once if an older version could not use %s', (column, field) => {
  const header = [...HEADER, column];
  const row = [...ROW, '40'];
  const columns = { ...LAYOUT.columns, [field]: [column] };
  expect(layoutFor(header, [row], [{ header, layout: LAYOUT }])).toEqual({
    layout: { ...LAYOUT, columns },
    known: false,
    changed: { added: [], missing: [], usable: [column] },
  });
  for (const layout of [
    { ...LAYOUT, columns },
    { ...LAYOUT, knows_refunds: true },
  ])
    expect(layoutFor(header, [row], [{ header, layout }])).toEqual({ layout, known: true, changed: null });
});

test('a WooCommerce list is guessed with totals, quantities and shipping after refunds', () => {
  const net = ['Order Total Amount (- Refund)', 'Quantity (- Refund)', 'Order Shipping Amount (- Refund)'];
  const gross = ['Order Total Amount', 'Quantity', 'Order Shipping Amount', 'Order Refund Amount'];
  const more = ['Order Total Fee', 'Tip'];
  expect(layoutFor([...gross, ...net, ...more], [], []).layout.columns).toMatchObject({
    amount: [net[0]],
    quantity: [net[1]],
    shipping: [net[2]],
    refund: ['Order Refund Amount'],
    extras: more,
  });
});
