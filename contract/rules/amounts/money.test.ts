import { describe, expect, it } from 'vitest';
import { formatMoney } from './money.ts';

describe('formatMoney', () => {
  it('groups, keeps two decimals and puts the sign first', () => {
    expect(formatMoney(125_050)).toBe('AED 1,250.50');
    expect(formatMoney(-5_000)).toBe('-AED 50.00');
    expect(formatMoney(-5)).toBe('-AED 0.05');
    expect(formatMoney(0)).toBe('AED 0.00');
  });

  it('rejects anything that is not a whole number of fils', () => {
    expect(() => formatMoney(0.5)).toThrow(RangeError);
    expect(() => formatMoney(Number.NaN)).toThrow(RangeError);
  });
});
