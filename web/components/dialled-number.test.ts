import { expect, test } from 'vitest';
import { dialledNumber } from './dialled-number.ts';

test.each([
  ['+971 50 123 4567', '+971501234567'],
  ['(04) 333-1234', '043331234'],
  ['٠٥٠ ١٢٣ ٤٥٦٧', '0501234567'],
  ['+۹۷۱۵۰۱۲۳۴۵۶۷', '+971501234567'],
  ['04 333 1234 ext. 12', '043331234'],
  ['04 333 1234 (Office, 2nd floor)', '043331234'],
  ['٠٤ ٣٣٣ ١٢٣٤ تحويلة ١٢', '043331234'],
  ['Tel: 04 333 1234', '043331234'],
  ['*123#', '*123#'],
])('%s dials %s', (phone, dialled) => {
  expect(dialledNumber(phone)).toBe(dialled);
});

test.each(['', 'at reception', '-', '+'])('%j has no number to dial', (phone) => {
  expect(dialledNumber(phone)).toBeNull();
});
