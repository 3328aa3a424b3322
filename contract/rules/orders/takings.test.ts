import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TAKING_CASES, takenOf } from '../../../tests/support/taking-cases.ts';
import { roundingOf, SMALLEST_COIN_FILS, type Taken, takenAmounts } from './takings.ts';

const amount = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 30_000 }));
const byReference = amount.map((amount_fils) => (amount_fils > 0 ? { amount_fils, reference: 'R' } : null));
const taken: fc.Arbitrary<Taken> = fc.record({
  cash_fils: amount,
  card_fils: amount,
  link: byReference,
  transfer: byReference,
});

describe('the amounts taken', () => {
  it.each(TAKING_CASES)('$name', (one) => {
    const { rounding_fils, received_fils: _, ...by } = takenOf(one);
    const found = takenAmounts(one.amounts.due, by, rounding_fils);
    const { cash_fils: booked, collected_fils: collected, owed_fils: owed, extra_fils: extra } = found;
    const { due, refund } = one.amounts;
    expect({
      due,
      booked,
      collected,
      rounding: rounding_fils,
      owed,
      pending: found.pending_fils,
      extra,
      refund,
    }).toEqual(one.amounts);
    expect(found.payment_status).toBe(owed + found.pending_fils === 0 ? 'paid' : 'pending');
  });

  it('adds up: due = rounded + collected + pending + owed - too much', () => {
    fc.assert(
      fc.property(amount, taken, fc.boolean(), (due_fils, by, rounds) => {
        const rounding_fils = roundingOf(due_fils, by, rounds);
        const found = takenAmounts(due_fils, by, rounding_fils);
        const { collected_fils, pending_fils, owed_fils, extra_fils } = found;
        expect(rounding_fils + collected_fils + pending_fils + owed_fils - extra_fils).toBe(due_fils);
        expect(Math.min(owed_fils, extra_fils)).toBe(0);
        expect(found.tender === null).toBe(collected_fils === 0);
        expect(found.tender === 'cash_and_card').toBe(by.cash_fils > 0 && by.card_fils > 0);
      }),
    );
  });

  it('rounds less than a coin, only in shops that round, and never makes the customer pay more', () => {
    fc.assert(
      fc.property(amount, taken, (due_fils, by) => {
        expect(roundingOf(due_fils, by, false)).toBe(0);
        const rounding_fils = roundingOf(due_fils, by, true);
        expect(rounding_fils).toBeGreaterThanOrEqual(0);
        expect(rounding_fils).toBeLessThan(SMALLEST_COIN_FILS);
        const without = takenAmounts(due_fils, by, 0);
        expect(rounding_fils).toBeLessThanOrEqual(without.owed_fils);
      }),
    );
  });
});
