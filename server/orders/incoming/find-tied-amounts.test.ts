import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findTiedAmounts } from './find-tied-amounts.ts';

const fils = fc.nat(1_000_000);

/**
 * Amounts as a store computes them: discounts of the lines and of the shipping, taxes in the prices or on
 * top.
 */
const store_amounts = fc
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

test('amounts computed by a store add up to its total, with and without its subtotal', () => {
  fc.assert(
    fc.property(store_amounts, fc.boolean(), ({ lines, amounts, discounted_fils }, with_subtotal) => {
      const tied = findTiedAmounts(lines, { ...amounts, ...(with_subtotal ? { discounted_fils } : {}) });
      if (!tied) throw new Error('the amounts do not tie');
      const { subtotal_fils, discount_fils, shipping_fils, tax_fils, total_amount_fils } = tied;
      expect(subtotal_fils - discount_fils + shipping_fils + tax_fils).toBe(amounts.total_fils);
      expect([subtotal_fils, total_amount_fils]).toEqual([lines, amounts.total_fils]);
    }),
  );
});

test('a total that no interpretation of the amounts yields is rejected', () => {
  fc.assert(
    fc.property(store_amounts, fc.integer({ min: 1, max: 1_000 }), ({ lines, amounts }, more) => {
      const other = {
        ...amounts,
        taxes: [0],
        total_fils: Math.max(0, lines + (amounts.shippings[0] ?? 0)) + more,
      };
      expect(findTiedAmounts(lines, other)).toBeUndefined();
    }),
  );
});
