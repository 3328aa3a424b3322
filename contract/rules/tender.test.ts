import { describe, expect, it } from 'vitest';
import {
  cashExpected,
  defaultTender,
  PAYMENT_METHODS,
  paymentLeft,
  settle,
  TENDERS,
  type Tender,
} from './tender.ts';

/** Ruling A6, every combination: what is due, whether its receipt is confirmed, and by which tender. */
describe('settle', () => {
  const due_amount_fils = 14_500;
  const nothing = { tender: null, collected_fils: 0, cash_fils: 0 };

  const pending: { tender: Tender | null; becomes: (method: (typeof PAYMENT_METHODS)[number]) => Tender }[] =
    [
      { tender: 'cash', becomes: () => 'cash' },
      { tender: 'card_machine', becomes: () => 'card_machine' },
      { tender: null, becomes: (method) => (method === 'card' ? 'card_machine' : 'cash') },
    ];
  for (const payment_method of PAYMENT_METHODS) {
    for (const { tender, becomes } of pending) {
      const taken = becomes(payment_method);
      it(`pending, ${payment_method}, received by ${tender ?? 'the preselected tender'}: ${taken}`, () => {
        const order = { payment_method, payment_status: 'pending' as const, due_amount_fils };
        expect(settle(order, { payment_received: true, tender })).toEqual({
          tender: taken,
          collected_fils: due_amount_fils,
          cash_fils: taken === 'cash' ? due_amount_fils : 0,
          payment_status: 'paid',
        });
      });
    }
    for (const tender of [...TENDERS, null]) {
      it(`pending, ${payment_method}, ${tender ?? 'no tender'}, not received: nothing moves`, () => {
        const order = { payment_method, payment_status: 'pending' as const, due_amount_fils };
        expect(settle(order, { payment_received: false, tender })).toEqual({
          ...nothing,
          payment_status: 'pending',
        });
      });
      for (const payment_received of [true, false]) {
        it(`paid, ${payment_method}, ${tender ?? 'no tender'}, received ${payment_received}: nothing moves`, () => {
          const order = { payment_method, payment_status: 'paid' as const, due_amount_fils: 0 };
          expect(settle(order, { payment_received, tender })).toEqual({ ...nothing, payment_status: 'paid' });
        });
      }
    }
  }

  it('preselects the card machine where the method is card, else cash', () => {
    expect(PAYMENT_METHODS.map((method) => defaultTender(method))).toEqual(['cash', 'card_machine', 'cash']);
  });
});

describe('cashExpected', () => {
  it.each([
    ['cash', 'pending', 14_500],
    ['online', 'pending', 14_500],
    ['card', 'pending', 0],
    ['cash', 'paid', 0],
    ['online', 'paid', 0],
    ['card', 'paid', 0],
  ] as const)('of %s, %s: %s, as the form preselects', (payment_method, payment_status, cash_fils) => {
    const payment = { payment_method, payment_status, due_amount_fils: 14_500 };
    expect(cashExpected(payment)).toBe(cash_fils);
    expect(settle(payment, { payment_received: true, tender: null }).cash_fils).toBe(cash_fils);
  });
});

describe('paymentLeft', () => {
  const payment = { payment_method: 'cash', payment_status: 'pending', due_amount_fils: 14_500 } as const;

  it('is what is due, less what this person took', () => {
    expect(paymentLeft(payment, 0)).toEqual(payment);
    expect(paymentLeft(payment, 10_000)).toEqual({ ...payment, due_amount_fils: 4_500 });
  });

  it('is nothing once all or more of it was taken', () => {
    const nothing = { ...payment, payment_status: 'paid', due_amount_fils: 0 };
    expect(paymentLeft(payment, 14_500)).toEqual(nothing);
    expect(paymentLeft(payment, 20_000)).toEqual(nothing);
  });

  it('leaves a paid order paid', () => {
    const paid = { ...payment, payment_status: 'paid', due_amount_fils: 0 } as const;
    expect(paymentLeft(paid, 0)).toEqual(paid);
  });
});
