import { expect, it } from 'vitest';
import type { Approval } from '../../../contract/schemas/approvals.ts';
import { effectText, expiresText } from './approval-messages.ts';

const NOW = Date.parse('2026-11-20T08:00:00.000Z');

it.each([
  ['2027-02-18T08:00:00.000Z', 'in 90 days'],
  ['2026-11-21T08:00:00.000Z', 'in 24 h'],
  ['2026-11-20T13:10:00.000Z', 'in 5 h'],
  ['2026-11-20T09:00:00.000Z', 'in 1 h'],
  ['2026-11-20T08:59:30.000Z', 'in 60 min'],
  ['2026-11-20T08:00:01.000Z', 'in 1 min'],
  ['2026-11-20T08:00:00.000Z', 'Expired'],
])('a request that expires at %s shows %j', (expires_at, text) => {
  expect(expiresText(expires_at, NOW)).toBe(text);
});

it('a correction is booked if it changes an account, and moves no cash otherwise', () => {
  const change = { account: 'cash', before_fils: 500, after_fils: 0 };
  const effect = (changes: object[]) =>
    effectText({ kind: 'correction', amount_fils: 0, order: null, changes } as unknown as Approval);
  expect(effect([change])).toBe('The cash is booked at once.');
  expect(effect([])).toBe('The delivery is corrected at once. No cash moves.');
});
