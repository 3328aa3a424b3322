import fc from 'fast-check';
import { expect, it } from 'vitest';
import { partAmounts } from '../../contract/rules/orders/part-delivery.ts';
import { type BookedOrder, priceOfPart, totalOf } from './shares.ts';

const line = fc.record({
  qty: fc.integer({ min: 1, max: 9 }),
  unit_price_fils: fc.integer({ min: 0, max: 50_000 }),
  refused: fc.integer({ min: 0, max: 9 }),
  tax_fils: fc.integer({ min: 0, max: 900 }),
});
const order = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 6 }),
  discount_share: fc.integer({ min: 0, max: 100 }),
  shipping_fils: fc.integer({ min: 0, max: 2_000 }),
  has_line_taxes: fc.boolean(),
  tax_left_fils: fc.integer({ min: 0, max: 400 }),
  paid_fils: fc.integer({ min: 0, max: 90_000 }),
});

it('the book and the product compute the same price of a part of the goods', () => {
  fc.assert(
    fc.property(order, (given) => {
      const goods_fils = given.lines.reduce((sum, one) => sum + one.qty * one.unit_price_fils, 0);
      const line_taxes_fils = given.lines.reduce((sum, one) => sum + one.tax_fils, 0);
      const amounts = {
        discount_fils: Math.floor((goods_fils * given.discount_share) / 100),
        shipping_fils: given.shipping_fils,
        tax_fils: line_taxes_fils + given.tax_left_fils,
        paid_fils: given.paid_fils,
      };
      const lines = given.lines.map(({ qty, unit_price_fils, tax_fils, refused }, at) => ({
        ...{ id: String(at), qty, unit_price_fils, refused: Math.min(qty, refused) },
        tax_fils: given.has_line_taxes ? tax_fils : null,
      }));
      const booked: BookedOrder = { id: 'one', order_number: '1', ...amounts, lines };
      const refused = Object.fromEntries(lines.map((one) => [one.id, one.refused]));
      const product = partAmounts({ ...amounts, lines, sent_fils: 0 });
      const { total_fils, line_fils } = priceOfPart(booked, refused);
      expect([total_fils, lines.map(({ id }) => line_fils[id])]).toEqual([
        product.total_amount_fils,
        product.line_fils,
      ]);
      expect(priceOfPart(booked, {}).total_fils).toBe(totalOf(booked));
    }),
  );
});
