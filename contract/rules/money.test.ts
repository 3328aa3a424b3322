import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount, formatMoney, MAX_AMOUNT_FILS, parseAmount } from './money.ts';

describe('parseAmount', () => {
  it.each([
    ['0', 0],
    ['145', 14_500],
    ['145.5', 14_550],
    ['145.05', 14_505],
    ['1,250.50', 125_050],
    ['0010.10', 1_010],
    [' 7.00 ', 700],
    ['10000000.00', MAX_AMOUNT_FILS],
  ])('reads %s', (text, amount_fils) => {
    expect(parseAmount(text)).toEqual({ ok: true, amount_fils });
  });

  it.each([
    '-5',
    '+5',
    '1e3',
    '5.',
    '.5',
    '1.234',
    'AED 5',
    '12,34',
    '1 000',
    '٥',
    'NaN',
    'Infinity',
    '0x10',
    '5\u0000',
  ])('refuses %j', (text) => {
    expect(parseAmount(text)).toEqual({ ok: false, reason: 'unparsable' });
  });

  it('tells empty from too high', () => {
    expect(parseAmount('  ')).toEqual({ ok: false, reason: 'empty' });
    expect(parseAmount('10000000.01')).toEqual({ ok: false, reason: 'too_high' });
    expect(parseAmount('9'.repeat(40))).toEqual({ ok: false, reason: 'too_high' });
  });

  it('reads back what the formatter wrote, for every amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_AMOUNT_FILS }), (amount_fils) => {
        expect(parseAmount(formatAmount(amount_fils))).toEqual({ ok: true, amount_fils });
      }),
    );
  });
});

describe('formatMoney', () => {
  it('groups, keeps two decimals and puts the sign first', () => {
    expect(formatMoney(125_050)).toBe('AED 1,250.50');
    expect(formatMoney(-5_000)).toBe('-AED 50.00');
    expect(formatMoney(-5)).toBe('-AED 0.05');
    expect(formatMoney(0)).toBe('AED 0.00');
  });

  it('refuses anything that is not a whole number of fils', () => {
    expect(() => formatMoney(0.5)).toThrow(RangeError);
    expect(() => formatMoney(Number.NaN)).toThrow(RangeError);
  });
});
