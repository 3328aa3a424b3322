import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_AMOUNT_FILS } from '../amounts/money.ts';
import { methodWithDue, NO_SOURCE_AMOUNTS, tieAmounts } from './order-amounts.ts';

const NOTHING = { discount_fils: 0, shipping_fils: 0, paid_amount_fils: 0, ...NO_SOURCE_AMOUNTS };

describe('tieAmounts', () => {
  test('computes consistent amounts from any input, or names the part that is too high', () => {
    const amount = (max: number) => fc.oneof(fc.constant(0), fc.integer({ min: 0, max }));
    const line = fc.record({ qty: fc.integer({ min: 1, max: 9_999 }), unit_price_fils: amount(60_000_000) });
    const parts = fc.record({
      lines: fc.array(line, { minLength: 1, maxLength: 5 }),
      discount_fils: amount(40_000),
      shipping_fils: amount(3_000),
      tax_fils: amount(900),
      sent_fils: amount(40_000),
      paid_amount_fils: amount(MAX_AMOUNT_FILS),
    });
    fc.assert(
      fc.property(parts, (typed) => {
        const { lines, sent_fils, discount_fils, shipping_fils, tax_fils, paid_amount_fils } = typed;
        const sum = lines.reduce(
          (total, { qty, unit_price_fils }) => total + qty * unit_price_fils,
          sent_fils,
        );
        const gross = sum + shipping_fils + tax_fils;
        const tied = tieAmounts(typed);
        if (!tied.ok) {
          const too_much = { lines: gross > MAX_AMOUNT_FILS, discount_fils: discount_fils > gross };
          const paid = paid_amount_fils > gross - discount_fils;
          expect({ ...too_much, paid_amount_fils: paid }[tied.part]).toBe(true);
          return;
        }
        const { amounts } = tied;
        expect(amounts).toMatchObject({
          discount_fils,
          shipping_fils,
          tax_fils,
          paid_amount_fils,
          subtotal_fils: sum,
        });
        expect(amounts.total_amount_fils).toBe(gross - discount_fils);
        expect(amounts.total_amount_fils).toBeLessThanOrEqual(MAX_AMOUNT_FILS);
        expect(amounts.due_amount_fils).toBe(amounts.total_amount_fils - paid_amount_fils);
        expect(amounts.due_amount_fils).toBeGreaterThanOrEqual(0);
        expect(amounts.payment_status).toBe(amounts.due_amount_fils === 0 ? 'paid' : 'pending');
      }),
    );
  });

  test('accepts the highest amount, and rejects one fils more', () => {
    const line = { qty: 1, unit_price_fils: MAX_AMOUNT_FILS };
    expect(tieAmounts({ ...NOTHING, lines: [line] }).ok).toBe(true);
    expect(tieAmounts({ ...NOTHING, lines: [line], shipping_fils: 1 })).toEqual({ ok: false, part: 'lines' });
  });

  test('replaces the method cash if nothing is due', () => {
    expect([methodWithDue('cash', 0), methodWithDue('cash', 1), methodWithDue('card', 0)]).toEqual([
      'online',
      'cash',
      'card',
    ]);
  });
});
