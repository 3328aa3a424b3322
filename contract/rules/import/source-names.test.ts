import { describe, expect, test } from 'vitest';
import { knownMeaning, nameKey, paymentMeaning, statusMeaning } from './source-names.ts';

describe('payment names with one meaning in all shops', () => {
  test.each([
    // Case P1 of tests/support/incoming-cases.ts.
    ['Cash or Card on Delivery', 'either'],
    ['COD / Card machine', 'either'],
    ['الدفع نقدًا أو بالبطاقة عند الاستلام', 'either'],
    // Case P2 of tests/support/incoming-cases.ts.
    ['POS machine on delivery', 'card'],
    // Case P3 of tests/support/incoming-cases.ts.
    ['Cash on Delivery - no cards', 'cash'],
    // Case P4 of tests/support/incoming-cases.ts.
    ['Cashew', 'instalments'],
    ['Cashback wallet', 'instalments'],
    ['Tabby', 'instalments'],
    ['Cash on Delivery (COD)', 'cash'],
    ['الدفع عند الاستلام', 'cash'],
    ['الدفع بالبطاقة عند الاستلام', 'card'],
    ['shopify_payments', 'online'],
    ['gift_card', 'online'],
  ])('%s means %s', (name, meaning) => expect(knownMeaning('payment', name)).toBe(meaning));

  test.each([
    'CASH ON DELIVERY',
    ' cash  on\u00a0delivery ',
    'Cash-on-delivery',
    'Ｃash on Delivery',
    '\u200ecash on delivery',
  ])('%j means cash', (name) => expect(knownMeaning('payment', name)).toBe('cash'));

  test.each(['الدفع نقدا عند الاستلام', 'الدفع نَقْدًا عند الاستلام', 'الدفــع نقدًا عند الاستلام'])(
    '%s means cash',
    (name) => expect(knownMeaning('payment', name)).toBe('cash'),
  );
});

test.each([
  // Case P6 of tests/support/incoming-cases.ts.
  'Bank Deposit',
  'Bank transfer',
  'Credit Card',
  'Visa',
  'Manual',
  'Cashier',
  'Cash app',
  'Cash on Delivery fee',
  'No cash',
  'Card on file',
  'Cash or Card on Delivery or Tabby',
  'بدون نقد',
  'مقابل التوصيل',
  '',
])('%j has no known meaning', (name) => expect(knownMeaning('payment', name)).toBeUndefined());

test.each([
  ['Processing', 'deliver'],
  ['wc-processing', 'deliver'],
  // Case L5 of tests/support/incoming-cases.ts.
  ['Pending', 'unpaid'],
  ['wc-on-hold', 'unpaid'],
  ['wc-cancelled', 'over'],
  ['ملغي', 'over'],
  ['with courier', undefined],
  ['wc', undefined],
])('the status %s means %s', (name, meaning) => expect(knownMeaning('status', name)).toBe(meaning));

test('a shop’s definition overrides the known meaning, and a listed name without a definition has none', () => {
  const own = new Map([
    [nameKey('Tabby'), 'cash'],
    [nameKey('COD'), null],
    [nameKey('Bank Deposit'), 'unpaid'],
  ] as const);
  expect(paymentMeaning('TABBY', own)).toBe('cash');
  expect(paymentMeaning('C.O.D.', own)).toBe('cash');
  expect(paymentMeaning('cod', own)).toBeUndefined();
  expect(paymentMeaning('bank-deposit', own)).toBe('unpaid');
  expect(statusMeaning('Processing', new Map([[nameKey('processing'), 'over']] as const))).toBe('over');
});

test('a name without letters or digits is its own key', () => {
  expect(nameKey('💵')).toBe('💵');
  expect(nameKey('💵')).not.toBe(nameKey('💳'));
  expect(nameKey('x'.repeat(500))).toHaveLength(200);
});
