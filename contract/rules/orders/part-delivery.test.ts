import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partOrderOf, TAKING_CASES } from '../../../tests/support/taking-cases.ts';
import { tieAmounts } from './order-amounts.ts';
import { divide, type PartOrder, partAmounts } from './part-delivery.ts';

const RUNS = { numRuns: 500 };

const line = fc
  .record({
    qty: fc.integer({ min: 1, max: 50 }),
    unit_price_fils: fc.integer({ min: 0, max: 100_000 }),
    tax_fils: fc.option(fc.integer({ min: 0, max: 20_000 })),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ share, ...rest }) => ({ ...rest, refused: Math.floor(share * (rest.qty + 0.999)) }));

/** Orders whose discount is at most their gross amount, and that are paid at most in full. */
const order = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 8 }),
    sent_fils: fc.constantFrom<number>(0, 0, 4_999),
    shipping_fils: fc.integer({ min: 0, max: 3_000 }),
    tax_fils: fc.integer({ min: 0, max: 50_000 }),
    discount: fc.double({ min: 0, max: 1, noNaN: true }),
    paid: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ discount, paid, ...rest }): PartOrder => {
    const goods_fils = rest.sent_fils + sumOf(rest.lines.map((one) => one.qty * one.unit_price_fils));
    const gross_fils = goods_fils + rest.shipping_fils + rest.tax_fils;
    const discount_fils = Math.floor(discount * gross_fils);
    return { ...rest, discount_fils, paid_fils: Math.floor(paid * (gross_fils - discount_fils)) };
  });

const withRefused = (all: PartOrder, refused: (qty: number, refused: number) => number): PartOrder => ({
  ...all,
  lines: all.lines.map((one) => ({ ...one, refused: refused(one.qty, one.refused) })),
});
const none = (all: PartOrder) => withRefused(all, () => 0);
const every = (all: PartOrder) => withRefused(all, (qty) => qty);
const opposite = (all: PartOrder) => withRefused(all, (qty, refused) => qty - refused);
const totalOf = (all: PartOrder) => partAmounts(all).total_amount_fils;
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, fils) => sum + fils, 0);

describe('the amounts of a part delivery', () => {
  it.each(TAKING_CASES)('$name', (one) => {
    const { line_fils, due_fils, refund_fils } = partAmounts(partOrderOf(one));
    const { due, refund } = one.amounts;
    expect({ line_fils, due_fils, refund_fils }).toEqual({
      ...{ line_fils: one.line_fils, due_fils: due, refund_fils: refund },
    });
  });

  it('are those of the order if nothing is refused', () => {
    fc.assert(
      fc.property(order, (all) => {
        const tied = tieAmounts({ ...all, paid_amount_fils: all.paid_fils });
        const amounts = partAmounts(none(all));
        expect(tied).toMatchObject({
          ok: true,
          amounts: { total_amount_fils: amounts.total_amount_fils, due_amount_fils: amounts.due_fils },
        });
        expect(amounts.refund_fils).toBe(0);
      }),
      RUNS,
    );
  });

  it('lose no fils: the taken and the refused part of each line add up to the whole line', () => {
    fc.assert(
      fc.property(order, (all) => {
        const [whole, one, other] = [none(all), all, opposite(all)].map(partAmounts);
        for (const [at, fils] of (whole?.line_fils ?? []).entries()) {
          const parts = [one, other].map((amounts) => amounts?.line_fils[at] ?? 0);
          // Each part rounds its own half of a fils, so that equal halves differ by one at most per division.
          expect(Math.abs(sumOf(parts) - fils)).toBeLessThanOrEqual(2);
        }
      }),
      RUNS,
    );
  });

  it('keep shipping, separately sent goods and what is left of the tax if all goods are refused', () => {
    fc.assert(
      fc.property(order, (all) => {
        const amounts = partAmounts(every(all));
        expect(amounts.line_fils.every((fils) => fils === 0)).toBe(true);
        const lines_fils = sumOf(partAmounts(none(all)).line_fils);
        expect(amounts.total_amount_fils).toBe(totalOf(none(all)) - lines_fils);
      }),
      RUNS,
    );
  });

  it('are never negative, never above the whole order, and fall as more is refused', () => {
    fc.assert(
      fc.property(order, (all) => {
        const { line_fils, total_amount_fils, due_fils, refund_fils } = partAmounts(all);
        expect(Math.min(...line_fils, total_amount_fils)).toBeGreaterThanOrEqual(0);
        expect(total_amount_fils).toBeLessThanOrEqual(totalOf(none(all)));
        expect(total_amount_fils).toBeGreaterThanOrEqual(totalOf(every(all)));
        expect(due_fils - refund_fils).toBe(total_amount_fils - all.paid_fils);
        expect(Math.min(due_fils, refund_fils)).toBe(0);
      }),
      RUNS,
    );
  });
});

describe('divide', () => {
  it('adds up to the amount, each part within one fils of its exact share', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), weights, (fils, given) => {
        const parts = divide(fils, given);
        const total = sumOf(given);
        expect(sumOf(parts)).toBe(total === 0 ? 0 : fils);
        for (const [at, part] of parts.entries()) {
          const exact = total === 0 ? 0 : (fils * (given[at] ?? 0)) / total;
          expect(Math.abs(part - exact)).toBeLessThan(1.001);
        }
      }),
      RUNS,
    );
  });

  it.each<[number, number[], number[]]>([
    [10, [1, 1, 1], [4, 3, 3]],
    [1, [1, 1], [1, 0]],
    [100, [0, 0], [0, 0]],
    [7, [0, 1], [0, 7]],
    [5, [2, 1], [3, 2]],
  ])('%i over %j is %j', (fils, weights, parts) => {
    expect(divide(fils, weights)).toEqual(parts);
  });
});
