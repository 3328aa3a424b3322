import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findTiedAmounts } from './find-tied-amounts.ts';

const fils = fc.nat(1_000_000);

/** Amounts as a store makes them: a discount of the lines and one of the shipping, taxes in the prices or on top. */
const made = fc
  .record({ lines: fils, of_lines: fils, shipping: fils, of_shipping: fils, tax: fils, on_top: fc.boolean() })
  .map(({ lines, of_lines, shipping, of_shipping, tax, on_top }) => {
    const [from_lines, from_shipping] = [Math.min(of_lines, lines), Math.min(of_shipping, shipping)];
    const discounted_fils = lines - from_lines;
    const total_fils = discounted_fils + shipping - from_shipping + (on_top ? tax : 0);
    const amounts = {
      total_fils,
      discounts: [from_lines + from_shipping],
      shippings: [shipping],
      taxes: [0, tax],
    };
    return { lines, amounts, discounted_fils };
  });

test('amounts that a store has made tie, with and without its subtotal, and come to its total', () => {
  fc.assert(
    fc.property(made, fc.boolean(), ({ lines, amounts, discounted_fils }, told) => {
      const tied = findTiedAmounts(lines, { ...amounts, ...(told ? { discounted_fils } : {}) });
      if (!tied) throw new Error('the amounts do not tie');
      const { subtotal_fils, discount_fils, shipping_fils, tax_fils, total_amount_fils } = tied;
      expect(subtotal_fils - discount_fils + shipping_fils + tax_fils).toBe(amounts.total_fils);
      expect([subtotal_fils, total_amount_fils]).toEqual([lines, amounts.total_fils]);
    }),
  );
});

test('a total that no reading comes to does not tie', () => {
  fc.assert(
    fc.property(made, fc.integer({ min: 1, max: 1_000 }), ({ lines, amounts }, more) => {
      const other = {
        ...amounts,
        taxes: [0],
        total_fils: Math.max(0, lines + (amounts.shippings[0] ?? 0)) + more,
      };
      expect(findTiedAmounts(lines, other)).toBeUndefined();
    }),
  );
});
