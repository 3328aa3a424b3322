import { expect, test } from 'vitest';
import { MAX_AMOUNT_FILS } from '../../contract/rules/amounts/money.ts';
import { assertBookable } from './operator-bookings.ts';

test.each([1, MAX_AMOUNT_FILS])('accepts a booking of %d fils', (amount_fils) => {
  expect(() => assertBookable(amount_fils)).not.toThrow();
});

test.each([0, -1, 0.5, MAX_AMOUNT_FILS + 1, Number.NaN])('rejects a booking of %d fils', (amount_fils) => {
  expect(() => assertBookable(amount_fils)).toThrow(expect.objectContaining({ code: 'invalid_amount' }));
});
