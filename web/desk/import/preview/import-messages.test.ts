import { expect, test } from 'vitest';
import type { ImportOutcome } from '../../../../contract/rules/import/import-fields.ts';
import type { PreviewRow } from '../run-import.ts';
import { rowPayment, rowReason } from './import-messages.ts';

function row(
  waits_because: 'payment_unknown' | 'not_paid' | null | undefined,
  fate: ImportOutcome = 'new',
): PreviewRow {
  const order = {
    ...{ customer: 'Ali', area: null, due_amount_fils: 5_500, payment_method: 'online' as const },
    ...{ pays_either: false, created_at: null, promised_at: null, waits_because },
  };
  const differences = fate === 'differs' ? [{ column: 'Payment Method', from: 'Cash', to: 'PayPal' }] : [];
  return {
    ...{ line: 2, order_number: '1', fate, order, faults: [], differences },
    ...{ left_because: null, version: null, file_fault: null, earlier: null },
  };
}

test.each([
  ['payment_unknown', 'Waiting: payment name unknown'],
  ['not_paid', 'Waiting: not paid'],
] as const)('a new order that would wait because of %s shows the reason and no payment', (because, words) => {
  expect([rowReason(row(because)), rowPayment(row(because))]).toEqual([words, '—']);
  expect(rowReason(row(because, 'differs'))).toBe(`Payment · ${words}`);
});

test('an order that would not wait, or without that field from an older server, has no reason', () => {
  for (const because of [null, undefined])
    expect([rowReason(row(because)), rowPayment(row(because))]).toEqual(['', 'Online']);
  expect(rowReason(row(null, 'differs'))).toBe('Payment');
  expect(rowReason(row('not_paid', 'same'))).toBe('');
});
