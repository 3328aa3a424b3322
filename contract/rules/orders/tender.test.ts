import { describe, expect, it } from 'vitest';
import {
  columnsOfChoice,
  defaultTender,
  PAYMENT_CHOICES,
  type PaymentChoice,
  paymentChoice,
  paymentLeft,
  settle,
  TENDERS,
  type Tender,
} from './tender.ts';

/** Tests every combination of the amount due, the confirmation of its receipt, and the tender. */
describe('settle', () => {
  const due_amount_fils = 14_500;
  const nothing = { tender: null, collected_fils: 0, cash_fils: 0 };

  const pending: { tender: Tender | null; becomes: (choice: PaymentChoice) => Tender | null }[] = [
    { tender: 'cash', becomes: () => 'cash' },
    { tender: 'card_machine', becomes: () => 'card_machine' },
    {
      tender: null,
      becomes: (choice) =>
        (({ cash: 'cash', card: 'card_machine', either: null, online: 'cash' }) as const)[choice],
    },
  ];
  for (const choice of PAYMENT_CHOICES) {
    const how = columnsOfChoice(choice);
    for (const { tender, becomes } of pending) {
      const taken = becomes(choice);
      it(`pending, ${choice}, received by ${tender ?? 'the preselected tender'}: ${taken ?? 'no payment is recorded'}`, () => {
        const order = { ...how, payment_status: 'pending' as const, due_amount_fils };
        const settled = {
          tender: taken,
          collected_fils: due_amount_fils,
          cash_fils: taken === 'cash' ? due_amount_fils : 0,
          payment_status: 'paid',
        };
        const nothing_moves = { ...nothing, payment_status: 'pending' };
        const expected = taken === null ? nothing_moves : settled;
        expect(settle(order, { payment_received: true, tender })).toEqual(expected);
      });
    }
    for (const tender of [...TENDERS, null]) {
      it(`pending, ${choice}, ${tender ?? 'no tender'}, not received: no payment is recorded`, () => {
        const order = { ...how, payment_status: 'pending' as const, due_amount_fils };
        expect(settle(order, { payment_received: false, tender })).toEqual({
          ...nothing,
          payment_status: 'pending',
        });
      });
      for (const payment_received of [true, false]) {
        it(`paid, ${choice}, ${tender ?? 'no tender'}, received ${payment_received}: no payment is recorded`, () => {
          const order = { ...how, payment_status: 'paid' as const, due_amount_fils: 0 };
          expect(settle(order, { payment_received, tender })).toEqual({ ...nothing, payment_status: 'paid' });
        });
      }
    }
  }

  it('preselects the card machine for card, nothing for either, otherwise cash', () => {
    const preselected = PAYMENT_CHOICES.map((choice) => defaultTender(columnsOfChoice(choice)));
    expect(preselected).toEqual(['cash', 'card_machine', null, 'cash']);
  });

  it('reads an order of an older build, without `pays_either`, by its method', () => {
    expect(defaultTender({ payment_method: 'cash' })).toBe('cash');
    expect(paymentChoice({ payment_method: 'cash' })).toBe('cash');
  });
});

it.each(PAYMENT_CHOICES)('the columns for %s are read back as the same choice', (choice) => {
  expect(paymentChoice(columnsOfChoice(choice))).toBe(choice);
});

describe('paymentLeft', () => {
  const payment = { payment_method: 'cash', payment_status: 'pending', due_amount_fils: 14_500 } as const;

  it('is the amount due minus the amount that this driver took', () => {
    expect(paymentLeft(payment, 0)).toEqual(payment);
    expect(paymentLeft(payment, 10_000)).toEqual({ ...payment, due_amount_fils: 4_500 });
    const either = { ...payment, pays_either: true };
    expect(paymentLeft(either, 10_000)).toEqual({ ...either, due_amount_fils: 4_500 });
  });

  it('is nothing once the whole amount due or more was taken', () => {
    const nothing = { ...payment, payment_status: 'paid', due_amount_fils: 0 };
    expect(paymentLeft(payment, 14_500)).toEqual(nothing);
    expect(paymentLeft(payment, 20_000)).toEqual(nothing);
  });

  it('keeps a paid order paid', () => {
    const paid = { ...payment, payment_status: 'paid', due_amount_fils: 0 } as const;
    expect(paymentLeft(paid, 0)).toEqual(paid);
  });
});
