import { describe, expect, it, test } from 'vitest';
import { isUnfinished, signedAmount, typedAmountOf } from './typed-amount.ts';

test('a signature covers the parsed amount, or the text if it cannot be parsed', () => {
  expect(signedAmount('12,50')).toBe(1_250);
  expect(signedAmount('AED 12.5')).toBe(1_250);
  expect(signedAmount('12;50')).toBe('12;50');
});

test('an amount is entered without thousands separators', () => {
  expect(typedAmountOf(125_050)).toBe('1250.50');
});

describe('while an amount is typed', () => {
  it.each(['12,', '1,25', 'AED', 'AED ', '1.250,', '-'])('%j may still become an amount', (text) => {
    expect(isUnfinished(text)).toBe(true);
  });

  it.each(['12.500', '12 5', '12;', '1,2500', '-5', 'AED 5 a'])('%j cannot become an amount', (text) => {
    expect(isUnfinished(text)).toBe(false);
  });
});
