import { describe, expect, it } from 'vitest';
import { columnsOfChoice, settle } from './tender.ts';
import { cashExpected, toCollect } from './to-collect.ts';

const OUT = { status: 'delivering', waits_because: null } as const;

describe('cashExpected', () => {
  it.each([
    ['cash', 'pending', 14_500],
    ['online', 'pending', 14_500],
    ['card', 'pending', 0],
    ['either', 'pending', 0],
    ['cash', 'paid', 0],
    ['online', 'paid', 0],
    ['card', 'paid', 0],
    ['either', 'paid', 0],
  ] as const)('for %s, %s, is %s, as by the preselected tender', (choice, payment_status, cash_fils) => {
    const payment = { ...columnsOfChoice(choice), payment_status, due_amount_fils: 14_500 };
    expect(cashExpected({ ...payment, ...OUT }, 0)).toBe(cash_fils);
    expect(settle(payment, { payment_received: true, tender: null }).cash_fils).toBe(cash_fils);
  });

  it('excludes the amount that the driver has taken', () => {
    const payment = {
      ...columnsOfChoice('cash'),
      payment_status: 'pending',
      due_amount_fils: 14_500,
    } as const;
    expect(cashExpected({ ...payment, ...OUT }, 10_000)).toBe(4_500);
    expect(cashExpected({ ...payment, ...OUT }, 14_500)).toBe(0);
  });
});

it.each(['payment_voided', 'not_paid'] as const)(
  'nothing is collected for an order on the road that must not be handed over: %s',
  (waits_because) => {
    const payment = {
      ...columnsOfChoice('online'),
      payment_status: 'pending',
      due_amount_fils: 14_500,
    } as const;
    for (const status of ['dispatching', 'delivering'] as const) {
      const order = { ...payment, status, waits_because };
      expect([toCollect(order, 0), cashExpected(order, 0)]).toEqual([0, 0]);
    }
  },
);
