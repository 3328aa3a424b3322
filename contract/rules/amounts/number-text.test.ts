import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { formatAmount } from './money.ts';
import { decimalText, latinDigits, latinNumber } from './number-text.ts';

describe('a spreadsheet’s number as decimal text', () => {
  it.each([
    ['145.10000000000002', '145.1'],
    ['145.1', '145.1'],
    ['0.30000000000000004', '0.3'],
    ['1234567.8900000001', '1234567.89'],
    ['9.9999999999999995', '10'],
    ['99999.999999999996', '100000'],
    ['0.1', '0.1'],
    ['12', '12'],
    ['12.50', '12.5'],
    ['007', '7'],
    ['1.4510000000000002E2', '145.1'],
    ['1.4510000000000001E-2', '0.01451'],
    ['5e-324', '0.'.concat('0'.repeat(323), '5')],
    ['-145.10000000000002', '-145.1'],
    ['145.105', '145.105'],
    ['145.1000001', '145.1000001'],
    ['9999999.9951', '9999999.9951'],
    [`1.${'7'.repeat(400)}`, `1.${'7'.repeat(400)}`],
  ])('%s is %s', (text, expected) => {
    expect(decimalText(text)).toBe(expected);
  });

  it.each(['971501234567', '6200407294252', '123456789012345678'])(
    'keeps every whole digit of %s',
    (text) => {
      expect(decimalText(text)).toBe(text);
    },
  );

  it.each(['', 'abc', '1,250.50', '12.', '.5', '1e9999', 'Infinity'])('returns %j unchanged', (text) => {
    expect(decimalText(text)).toBe(text);
  });

  test('any amount is exact to the fils after arithmetic in binary floating point', () => {
    const amounts = fc.integer({ min: 0, max: 1_000_000_000 });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 7 }), (fils, parts) => {
        // A sum of products, as a formula computes it.
        let sum = 0;
        for (let part = 0; part < parts; part += 1) sum += (fils / 100) * (1 / parts);
        const [whole = '', decimals = ''] = decimalText(String(sum)).split('.');
        expect(`${whole}.${decimals.padEnd(2, '0')}`).toBe(formatAmount(fils).replaceAll(',', ''));
      }),
    );
  });
});

test('Arabic-Indic and Persian digits become Latin; `latinDigits` keeps Arabic number marks', () => {
  expect(latinNumber('١٬٢٥٠٫٥٠')).toBe('1,250.50');
  expect(latinDigits('١٬٢٥٠٫٥٠')).toBe('1٬250٫50');
  expect(latinDigits('۰۵۰ ۱۲۳')).toBe('050 123');
  expect(latinDigits('فيلا 9')).toBe('فيلا 9');
});
