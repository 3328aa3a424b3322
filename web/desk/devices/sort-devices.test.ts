import { expect, test } from 'vitest';
import { COMPLETE_PHONE, MISSING_PHONE } from '../../../tests/support/sample-devices.ts';
import { sortByUrgency } from './sort-devices.ts';

test('devices that need attention come first', () => {
  const idle = { count: 0, due_fils: 0, orders: [] };
  const sound = { ...COMPLETE_PHONE, id: 'sound', open_orders: idle, unsent: { count: 0, amount_fils: 0 } };
  const sending = { ...sound, id: 'sending', unsent: { count: 1, amount_fils: 500 } };
  const silent = { ...COMPLETE_PHONE, id: 'silent' };
  const missing = { ...MISSING_PHONE, id: 'missing' };
  const later_ms = Date.parse(COMPLETE_PHONE.last_seen_at) + 2 * 60 * 60_000;
  const ordered = sortByUrgency([sound, sending, silent, missing], later_ms);
  expect(ordered.map(({ id, quiet }) => [id, quiet])).toEqual([
    ['missing', false],
    ['silent', true],
    ['sending', false],
    ['sound', false],
  ]);
});
