import { describe, expect, it } from 'vitest';
import { aboveOwnCash, checkDeposit, type DepositFields } from './deposit-rules.ts';

const TODAY = '2026-11-20';
const whole: DepositFields = {
  typed: { text: '500', unreadable: false },
  deposit_date: TODAY,
  notes: '',
  image: { blob: new Blob(['slip']), file_name: 'slip.jpg' },
};
const typed = (text: string, unreadable = false) => ({ typed: { text, unreadable } });
const check = (fields: Partial<DepositFields>, signed = true) => {
  const checked = checkDeposit({ ...whole, ...fields }, signed, TODAY);
  return checked.ok ? checked.amount_fils : [checked.toast.title, checked.toast.description];
};
const MISSING = ['Missing Information', 'Please fill in all required fields and provide a signature'];
const INVALID = ['Invalid Amount', 'Please enter a valid amount greater than 0'];

describe('a deposit', () => {
  it('is taken whole', () => {
    expect(check({})).toBe(50_000);
  });

  it('needs an amount, a date and a signature', () => {
    expect(check(typed(''))).toEqual(MISSING);
    expect(check({ deposit_date: '' })).toEqual(MISSING);
    expect(check({}, false)).toEqual(MISSING);
  });

  it.each(['0', '-5', '1e2', '12.345'])('refuses %s as an amount', (text) => {
    expect(check(typed(text))).toEqual(INVALID);
  });

  it('refuses what the browser could not read as a number', () => {
    expect(check(typed('', true))).toEqual(INVALID);
  });

  it('is at most AED 10,000,000.00', () => {
    expect(check(typed('10000000'))).toBe(1_000_000_000);
    const too_high = ['Amount Too High', 'Amount cannot exceed AED 10,000,000.00'];
    expect(check(typed('10000000.01'))).toEqual(too_high);
  });

  it('is not of tomorrow', () => {
    expect(check({ deposit_date: '2026-11-21' })).toEqual([
      'Invalid Date',
      'The deposit date cannot be after today',
    ]);
    expect(check({ deposit_date: '2026-11-19' })).toBe(50_000);
  });

  it('is not of the year 26', () => {
    expect(check({ deposit_date: '0026-11-20' })).toEqual([
      'Invalid Date',
      'Please enter the year of the deposit date in full',
    ]);
    expect(check({ deposit_date: '2000-01-01' })).toBe(50_000);
  });

  it('needs its invoice, said last', () => {
    expect(check({ image: null })).toEqual(['Missing Invoice', 'Please upload an invoice image']);
    expect(check({ image: null }, false)).toEqual(MISSING);
  });
});

describe('above the own cash', () => {
  it('says by how much, and nothing while that is not known', () => {
    expect(aboveOwnCash(typed('700').typed, 50_000)).toBe(20_000);
    expect(aboveOwnCash(typed('500').typed, 50_000)).toBeNull();
    expect(aboveOwnCash(typed('700').typed, null)).toBeNull();
    expect(aboveOwnCash(typed('').typed, -5_000)).toBeNull();
    expect(aboveOwnCash(typed('10').typed, -5_000)).toBe(6_000);
  });
});
