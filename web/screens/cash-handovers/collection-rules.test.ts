import { describe, expect, it } from 'vitest';
import { checkAmount } from './collection-rules.ts';

const check = (text: string, available_fils = 25_000) => {
  const checked = checkAmount(text, available_fils);
  return checked.ok ? checked.amount_fils : [checked.toast.title, checked.toast.description];
};
const INVALID = ['Invalid Amount', 'Please enter a valid amount greater than 0'];

describe('the amount of a collection', () => {
  it.each(['', '0', '0.00', '-5', '1e2', '12.345', 'all'])('%j is rejected', (text) => {
    expect(check(text)).toEqual(INVALID);
  });

  it('may be all available cash and not a fils more', () => {
    expect(check('250')).toBe(25_000);
    expect(check('250.01')).toEqual(['Amount Too High', 'Amount cannot exceed AED 250.00']);
  });

  it('never exceeds the cap', () => {
    const too_high = ['Amount Too High', 'Amount cannot exceed AED 10,000,000.00'];
    expect(check('10000000.01', 2_000_000_000)).toEqual(too_high);
    expect(check('999999999999', 2_000_000_000)).toEqual(too_high);
  });
});
