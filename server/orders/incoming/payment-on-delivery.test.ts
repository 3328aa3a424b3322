import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PaymentMeaning } from '../../../contract/rules/import/source-names.ts';
import { paymentOnDelivery } from './payment-on-delivery.ts';

const OWN = new Map<string, PaymentMeaning | null>([
  ['bank deposit', 'unpaid'],
  ['visa', null],
]);

function pay(names: string[], due_fils = 5_500) {
  return paymentOnDelivery({ names, due_fils, total_fils: 5_500 }, OWN);
}

describe('with 55.00 due', () => {
  test.each([
    [['COD'], { payment_method: 'cash', pays_either: false, due_amount_fils: 5_500, waits_because: null }],
    [['POS machine on delivery'], { payment_method: 'card', due_amount_fils: 5_500, waits_because: null }],
    [
      ['Cash or Card on Delivery'],
      { payment_method: 'cash', pays_either: true, due_amount_fils: 5_500, waits_because: null },
    ],
    [['COD', 'Card on Delivery'], { payment_method: 'cash', pays_either: true, waits_because: null }],
    [['gift_card', 'COD'], { payment_method: 'cash', due_amount_fils: 5_500, waits_because: null }],
    [
      ['Tabby'],
      { payment_method: 'online', payment_status: 'paid', due_amount_fils: 0, waits_because: null },
    ],
    [['Tabby', 'COD'], { due_amount_fils: 5_500, waits_because: 'not_paid' }],
    [['shopify_payments'], { payment_status: 'pending', due_amount_fils: 5_500, waits_because: 'not_paid' }],
    [['Bank Deposit'], { payment_status: 'pending', due_amount_fils: 5_500, waits_because: 'not_paid' }],
    [['Visa'], { payment_status: 'pending', due_amount_fils: 5_500, waits_because: 'payment_unknown' }],
    [['COD', 'Bank of Dubai'], { due_amount_fils: 5_500, waits_because: 'payment_unknown' }],
    [[], { due_amount_fils: 5_500, waits_because: 'payment_unknown' }],
  ])('%j', (names, expected) => expect(pay(names)).toMatchObject(expected));
});

test.each([
  [['shopify_payments'], { due_amount_fils: 0, payment_status: 'paid', waits_because: null }],
  [['COD'], { due_amount_fils: 5_500, payment_method: 'cash' }],
  [['shopify_payments', 'COD'], { due_amount_fils: 5_500, payment_method: 'cash' }],
  [['Visa'], { due_amount_fils: 5_500, waits_because: 'payment_unknown' }],
  [[], { due_amount_fils: 5_500, waits_because: 'payment_unknown' }],
])('without a reported amount due, the names %j decide', (names, expected) =>
  expect(paymentOnDelivery({ names, due_fils: null, total_fils: 5_500 }, OWN)).toMatchObject({
    ...expected,
    told_due_fils: null,
  }),
);

test.each([[['COD']], [['Visa']], [['Cash or Card on Delivery']], [[]]])(
  'with nothing due, an order with %j is paid online and does not wait',
  (names) =>
    expect(pay(names, 0)).toMatchObject({
      payment_method: 'online',
      pays_either: false,
      payment_status: 'paid',
      paid_amount_fils: 5_500,
      waits_because: null,
    }),
);

test('for any names, the amounts add up, cash is due, and a waiting order collects nothing', () => {
  const names = fc.array(
    fc.constantFrom('COD', 'POS', 'Cash or card', 'Online', 'Tabby', 'Unpaid', 'Visa', 'Other'),
    {
      maxLength: 4,
    },
  );
  const amounts = fc
    .tuple(fc.nat(1_000_000), fc.nat(1_000_000))
    .map(([due, more]) => ({ due, total: due + more }));
  fc.assert(
    fc.property(names, amounts, (names, { due, total }) => {
      const paid = paymentOnDelivery({ names, due_fils: due, total_fils: total }, OWN);
      expect(paid.paid_amount_fils + paid.due_amount_fils).toBe(total);
      expect(paid.payment_status).toBe(paid.due_amount_fils > 0 ? 'pending' : 'paid');
      if (paid.payment_method === 'cash') expect(paid.due_amount_fils).toBeGreaterThan(0);
      if (paid.pays_either) expect(paid.payment_method).toBe('cash');
      if (paid.waits_because !== null)
        expect(paid).toMatchObject({ payment_method: 'online', pays_either: false });
    }),
  );
});
