import { describe, expect, it } from 'vitest';
import { type DepositFields, missingOf } from './deposit-rules.ts';

const TODAY = '2026-11-20';
const COMPLETE: DepositFields = {
  typed: '500',
  deposit_date: TODAY,
  notes: '',
  image: { blob: new Blob(['slip']), file_name: 'slip.jpg' },
};
const typed = (text: string) => ({ typed: text });
/** Returns the missing parts of a deposit and the toast of the first one. */
function missingIn(
  fields: Partial<DepositFields>,
  { signed = true, preparing_image = false, unseen_fils = null as number | null } = {},
) {
  const all = { ...COMPLETE, ...fields };
  const missing = missingOf({ fields: all, unseen_fils, preparing_image, signed, today: TODAY });
  return {
    parts: missing.map(({ part }) => part),
    toast: [missing[0]?.toast.title, missing[0]?.toast.description],
  };
}
const check = (fields: Partial<DepositFields>, options?: { signed?: boolean }) =>
  missingIn(fields, options).toast;
const NOTHING = [undefined, undefined];
const MISSING = ['Missing Information', 'Please fill in all required fields and provide a signature'];
const INVALID = ['Invalid Amount', 'Please enter a valid amount greater than 0'];

describe('a deposit', () => {
  it('is complete with all fields', () => {
    expect(missingIn({}).parts).toEqual([]);
  });

  it('requires an amount, a date and a signature', () => {
    expect(check(typed(''))).toEqual(MISSING);
    expect(check({ deposit_date: '' })).toEqual(MISSING);
    expect(check({}, { signed: false })).toEqual(MISSING);
  });

  it.each(['0', '-5', '1e2', '12.345'])('rejects %s as an amount', (text) => {
    expect(check(typed(text))).toEqual(INVALID);
  });

  it('requires confirmation of an unusual amount before the signature', () => {
    expect(missingIn({}, { signed: false, unseen_fils: 50_000 })).toEqual({
      parts: ['look', 'signature'],
      toast: ['Check the Amount', 'Confirm that AED 500.00 is right before anyone signs'],
    });
  });

  it('rejects an amount above AED 10,000,000.00', () => {
    expect(check(typed('10000000'))).toEqual(NOTHING);
    const too_high = ['Amount Too High', 'Amount cannot exceed AED 10,000,000.00'];
    expect(check(typed('10000000.01'))).toEqual(too_high);
  });

  it('rejects the date of tomorrow', () => {
    expect(check({ deposit_date: '2026-11-21' })).toEqual([
      'Invalid Date',
      'The deposit date cannot be after today',
    ]);
    expect(check({ deposit_date: '2026-11-19' })).toEqual(NOTHING);
  });

  it('rejects a two-digit year', () => {
    expect(check({ deposit_date: '0026-11-20' })).toEqual([
      'Invalid Date',
      'Please enter the year of the deposit date in full',
    ]);
    expect(check({ deposit_date: '2000-01-01' })).toEqual(NOTHING);
  });

  it('reports a missing invoice before a missing signature', () => {
    const NO_INVOICE = ['Missing Invoice', 'Please upload an invoice image'];
    expect(check({ image: null })).toEqual(NO_INVOICE);
    expect(check({ image: null }, { signed: false })).toEqual(NO_INVOICE);
    expect(missingIn({}, { preparing_image: true }).toast[1]).toMatch(/still being prepared/);
  });

  it('lists all missing parts in the order of the form', () => {
    const nothing = { ...typed(''), deposit_date: '', image: null };
    expect(missingIn(nothing, { signed: false }).parts).toEqual(['amount', 'date', 'invoice', 'signature']);
  });
});
