import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { unusualAmount, usualAmount } from './unusual-amount.ts';

describe('the usual amount', () => {
  it.each([
    ['fewer than ten amounts', Array.from({ length: 9 }, () => 500), null],
    ['ten amounts', [100, 200, 300, 400, 500, 700, 800, 900, 1_000, 9_999_999], 600],
    ['an odd number of amounts', [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1], 6],
    ['two middle amounts whose mean ends in half a fils', [1, 1, 1, 1, 1, 2, 2, 2, 2, 2], 2],
  ])('is null below ten amounts, otherwise their median: %s', (_, last_fils, usual_fils) => {
    expect(usualAmount(last_fils)).toBe(usual_fils);
  });

  test('has as many amounts at or below it as at or above it', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 1_000_000_000 }), { minLength: 10, maxLength: 30 });
    fc.assert(
      fc.property(amounts, (last_fils) => {
        const usual_fils = usualAmount(last_fils) ?? Number.NaN;
        const half = last_fils.length / 2;
        // One fils of tolerance: the mean of the two in the middle is rounded.
        expect(last_fils.filter((fils) => fils <= usual_fils + 1).length).toBeGreaterThanOrEqual(half);
        expect(last_fils.filter((fils) => fils >= usual_fils - 1).length).toBeGreaterThanOrEqual(half);
      }),
    );
  });
});

describe('unusualAmount', () => {
  it.each([
    ['accepts an amount equal to the giver’s cash', 5_000, { held_fils: 5_000, usual_fils: null }, null],
    [
      'reports an amount above the giver’s cash',
      5_001,
      { held_fils: 5_000, usual_fils: null },
      { above_cash_fils: 1, usual_fils: null },
    ],
    ['accepts any amount if the giver’s cash is unknown', 5_001, { held_fils: null, usual_fils: null }, null],
    ['accepts zero from a giver with a negative balance', 0, { held_fils: -100, usual_fils: null }, null],
    [
      'reports an amount from a giver with a negative balance',
      100,
      { held_fils: -100, usual_fils: null },
      { above_cash_fils: 200, usual_fils: null },
    ],
    ['accepts ten times the usual amount', 10_000, { held_fils: null, usual_fils: 1_000 }, null],
    [
      'reports more than ten times the usual amount',
      10_001,
      { held_fils: null, usual_fils: 1_000 },
      { above_cash_fils: null, usual_fils: 1_000 },
    ],
    [
      'reports both reasons together',
      10_001,
      { held_fils: 1, usual_fils: 1_000 },
      { above_cash_fils: 10_000, usual_fils: 1_000 },
    ],
  ])('%s', (_, amount_fils, context, unusual) => {
    expect(unusualAmount(amount_fils, context)).toEqual(unusual);
  });
});
