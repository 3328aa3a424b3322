import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatAmount } from '../../../contract/rules/amounts/money.ts';
import { roundingOf, takenAmounts } from '../../../contract/rules/orders/takings.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import { deliveryOrder } from '../../../tests/support/delivery-order.ts';
import { type AsTakenDraft, EMPTY_AS_TAKEN } from '../../offline/drafts/as-taken-draft.ts';
import { asTaken } from './as-taken.ts';

function cashOrder(due_amount_fils: number, changes: Partial<OrderWithItems> = {}): OrderWithItems {
  const [item] = deliveryOrder().items;
  if (!item) throw new Error('The order has a line');
  const line = { ...item, qty: 1, picked_qty: null, unit_price_fils: due_amount_fils };
  const amounts = { subtotal_fils: due_amount_fils, total_amount_fils: due_amount_fils, due_amount_fils };
  return deliveryOrder({ ...amounts, items: [{ ...line, line_total_fils: due_amount_fils }], ...changes });
}

type Given = Partial<AsTakenDraft>;
const CARD = { payment_method: 'card' } as const;

describe.each<
  [name: string, due_fils: number, form: Given, expected: object, rounds?: boolean, order?: object]
>([
  ['the rest in cash', 10_000, { card: '30' }, { cash: 7_000, card: 3_000, owed: 0 }],
  ['received with change', 3_400, { received: '50' }, { cash: 3_400, change: 1_600, owed: 0 }],
  ['less than due', 3_400, { received: '30' }, { cash: 3_000, change: 0, owed: 400, tip: false }],
  ['too much change', 3_400, { received: '50', change: '20' }, { cash: 3_000, change: 2_000, owed: 400 }],
  [
    'a tip',
    3_400,
    { received: '50', change: '10', extra: 'tip' },
    { cash: 3_400, received: 4_400, over: 600, extra: 0 },
  ],
  [
    'owed to the customer',
    3_400,
    { received: '50', change: '10', extra: 'owed' },
    { cash: 4_000, over: 600, extra: 600, tip: true },
  ],
  [
    'a tip by card',
    3_400,
    { received: '0', card: '40', extra: 'tip' },
    { cash: 0, card: 3_400, over: 600, extra: 0 },
  ],
  [
    'a link above what is due',
    3_400,
    { link: '40', link_reference: 'a', extra: 'tip' },
    { cash: 0, extra: 600, tip: false },
  ],
  [
    'a link above what is due, and less cash than the excess',
    3_400,
    { received: '5', change: '0', link: '40', link_reference: 'a', extra: 'tip' },
    { cash: 500, extra: 1_100, tip: false },
  ],
  [
    'cash above what a link pays',
    3_400,
    { received: '6', change: '0', link: '34', link_reference: 'a' },
    { cash: 600, over: 600, tip: true },
  ],
  ['nothing', 3_400, { received: '0' }, { cash: 0, owed: 3_400 }],
  ['a text that is no amount', 3_400, { card: 'x' }, { cash: 3_400, card: 0 }],
  ['rounded', 10_012, {}, { cash: 10_000, rounding: 12, owed: 0 }, true],
  [
    'rounded after the card',
    10_012,
    { card: '50' },
    { cash: 5_000, card: 5_000, rounding: 12, owed: 0 },
    true,
  ],
  ['exact although rounded', 10_012, { received: '100.12' }, { cash: 10_012, change: 0, rounding: 0 }, true],
  ['short although rounded', 10_012, { received: '99' }, { cash: 9_900, rounding: 12, owed: 100 }, true],
  ['not rounded by the shop', 10_012, {}, { cash: 10_012, rounding: 0 }, false],
  ['all by card', 10_012, {}, { cash: 0, card: 10_012, rounding: 0 }, true, CARD],
  ['the rest by card', 10_000, { received: '30' }, { cash: 3_000, card: 7_000, owed: 0 }, false, CARD],
  ['short by card', 10_000, { card: '70' }, { cash: 0, card: 7_000, owed: 3_000 }, true, CARD],
  [
    'collected before',
    10_000,
    { received: '50' },
    { cash: 3_000, change: 2_000 },
    false,
    { taken_fils: 7_000 },
  ],
])('%s', (_, due_fils, form, expected, rounds = false, order = {}) => {
  test('is taken as entered', () => {
    const found = asTaken(
      cashOrder(due_fils, order),
      { tender: null, as_taken: { ...EMPTY_AS_TAKEN, ...form } },
      rounds,
    );
    const { taken, amounts, received_fils, change_fils, over_fils, may_be_tip } = found;
    expect({
      cash: taken.cash_fils,
      card: taken.card_fils,
      received: received_fils,
      change: change_fils,
      over: over_fils,
      tip: may_be_tip,
      owed: amounts.owed_fils,
      extra: amounts.extra_fils,
      rounding: amounts.rounding_fils,
    }).toMatchObject(expected);
  });
});

test('an order of cash or card is open until a tender is selected or an amount is entered', () => {
  const order = cashOrder(3_400, { pays_either: true });
  const of = (tender: 'cash' | null, as_taken: AsTakenDraft | null) =>
    asTaken(order, { tender, as_taken }, false);
  expect(of(null, null)).toMatchObject({ is_unselected: true, taken: { cash_fils: 0 } });
  expect(of('cash', null)).toMatchObject({ is_unselected: false, taken: { cash_fils: 3_400 } });
  expect(of(null, { ...EMPTY_AS_TAKEN, received: '34' })).toMatchObject({
    is_unselected: false,
    taken: { cash_fils: 3_400 },
  });
});

const amount = fc.option(fc.integer({ min: 0, max: 50_000 }), { nil: null });
const text = (fils: number | null) => (fils === null ? '' : formatAmount(fils));

test('the sent amounts add up for the server, whatever was entered', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40_000 }),
      fc.record({ received: amount, change: amount, card: amount, link: amount }),
      fc.constantFrom('tip' as const, 'owed' as const, null),
      fc.constantFrom('cash' as const, 'card_machine' as const),
      fc.boolean(),
      (due_fils, { received, change, card, link }, extra, tender, rounds_cash) => {
        const typed = { received: text(received), change: text(change), card: text(card), link: text(link) };
        const as_taken = { ...EMPTY_AS_TAKEN, ...typed, link_reference: 'PL-1', extra };
        const found = asTaken(cashOrder(due_fils), { tender, as_taken }, rounds_cash);
        const { taken, amounts, received_fils } = found;
        // The server grants no more than this rounding, and no less than what was sent.
        expect(amounts.rounding_fils).toBeLessThanOrEqual(roundingOf(due_fils, taken, rounds_cash));
        expect(amounts).toEqual(takenAmounts(due_fils, taken, amounts.rounding_fils));
        expect(taken.cash_fils).toBeGreaterThanOrEqual(0);
        expect(taken.card_fils).toBeGreaterThanOrEqual(0);
        if (received_fils !== null) expect(received_fils).toBeGreaterThanOrEqual(taken.cash_fils);
        const all_fils = amounts.collected_fils + amounts.pending_fils + amounts.rounding_fils;
        expect(all_fils + amounts.owed_fils - amounts.extra_fils).toBe(due_fils);
        // A tip is never sent; an excess that cash and card do not cover is no tip.
        if (extra === 'tip' && found.may_be_tip) expect(amounts.extra_fils).toBe(0);
        if (!found.may_be_tip) expect(amounts.extra_fils).toBe(found.over_fils);
      },
    ),
  );
});
