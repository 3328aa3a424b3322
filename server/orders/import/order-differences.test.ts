import { expect, test } from 'vitest';
import { type ComparableOrder, describeDifferences, differencesOf } from './order-differences.ts';

const MILK = { name: 'Milk 2L', sku: 'RAW-2L', qty: 2, unit_price_fils: 1195 };
const RICE = { name: 'Rice 5kg', sku: null, qty: 1, unit_price_fils: 5425 };

function orderWith(changes: Partial<ComparableOrder> = {}): ComparableOrder {
  return {
    order_number: '1',
    external_id: null,
    customer: { first_name: 'Layla', last_name: 'Haddad', phone: '+971501234567' },
    delivery_address: 'Villa 9',
    notes: null,
    created_at: new Date('2026-11-18T05:35:00Z'),
    payment_method: 'cash',
    subtotal_fils: 2390,
    discount_fils: 0,
    shipping_fils: 1000,
    tax_fils: 0,
    total_amount_fils: 3390,
    paid_amount_fils: 0,
    due_amount_fils: 3390,
    lines: [MILK],
    ...changes,
  };
}

test('equal orders have no differences', () => {
  expect(differencesOf(orderWith(), orderWith())).toEqual([]);
});

test.each<[column: string, changes: Partial<ComparableOrder>, from: string, to: string]>([
  ['Name', { order_number: '2' }, '"1"', '"2"'],
  ['Id', { external_id: '700' }, 'nothing', '"700"'],
  [
    'Created at',
    { created_at: new Date('2026-11-18T05:36:00Z') },
    '2026-11-18T05:35:00.000Z',
    '2026-11-18T05:36:00.000Z',
  ],
  ['Lineitem quantity', { lines: [{ ...MILK, qty: 3 }] }, '2', '3'],
  ['Lineitem sku', { lines: [{ ...MILK, sku: null }] }, '"RAW-2L"', 'nothing'],
  ['Lineitem price', { lines: [{ ...MILK, unit_price_fils: 1200 }] }, 'AED 11.95', 'AED 12.00'],
  ['Discount Amount', { discount_fils: 5 }, 'AED 0.00', 'AED 0.05'],
  ['Shipping', { shipping_fils: 0 }, 'AED 10.00', 'AED 0.00'],
  ['Total', { total_amount_fils: 125_050 }, 'AED 33.90', 'AED 1,250.50'],
  ['Outstanding Balance', { due_amount_fils: 0 }, 'AED 33.90', 'AED 0.00'],
  ['Payment Method', { payment_method: 'card' }, 'cash', 'card'],
  [
    'Shipping Name',
    { customer: { first_name: 'نورة', last_name: '', phone: '+971501234567' } },
    '"Layla Haddad"',
    '"نورة"',
  ],
  [
    'Shipping Phone',
    { customer: { first_name: 'Layla', last_name: 'Haddad', phone: null } },
    '"+971501234567"',
    'nothing',
  ],
  ['Shipping Address1', { delivery_address: 'Villa 10' }, '"Villa 9"', '"Villa 10"'],
  ['Notes', { notes: 'Ring\ntwice' }, 'nothing', '"Ring\\ntwice"'],
])('a difference in %s is found', (column, changes, from, to) => {
  expect(differencesOf(orderWith(), orderWith(changes))).toEqual([{ column, from, to }]);
});

test('only the lines that differ are listed, at most five', () => {
  expect(
    differencesOf(orderWith({ lines: [MILK, RICE] }), orderWith({ lines: [MILK, { ...RICE, qty: 4 }] })),
  ).toEqual([{ column: 'Lineitem quantity', from: '1', to: '4' }]);
  const many = Array.from({ length: 9 }, (_, at) => ({ ...MILK, qty: at + 3 }));
  expect(differencesOf(orderWith({ lines: [] }), orderWith({ lines: many }))).toContainEqual({
    column: 'Lineitem quantity',
    from: 'nothing, nothing, nothing, nothing, nothing, 4 more',
    to: '3, 4, 5, 6, 7, 4 more',
  });
});

test('long texts that differ only at their end are different', () => {
  const notes = 'x'.repeat(200);
  const [difference] = differencesOf(orderWith({ notes }), orderWith({ notes: `${notes}y` }));
  expect(difference).toMatchObject({ column: 'Notes', from: `"${'x'.repeat(79)}…` });
});

test('differences are described in a sentence', () => {
  const changed = orderWith({ total_amount_fils: 3400, notes: 'Ring' });
  expect(describeDifferences(differencesOf(orderWith(), changed))).toBe(
    'Total was AED 33.90, is AED 34.00; Notes was nothing, is "Ring"',
  );
});
