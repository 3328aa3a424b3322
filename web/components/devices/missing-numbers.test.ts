import { expect, test } from 'vitest';
import { COMPLETE_PHONE, MISSING_PHONE } from '../../../tests/support/sample-devices.ts';
import { hasUnknownDetails, isMissing, isSilent, missingByPerson, numbersOf } from './missing-numbers.ts';

const MINUTE = 60_000;
const seen_ms = Date.parse(COMPLETE_PHONE.last_seen_at);

test('a device is incomplete when a number has not arrived or its chain is broken', () => {
  expect(isMissing(MISSING_PHONE)).toBe(true);
  expect(isMissing(COMPLETE_PHONE)).toBe(false);
  expect(isMissing({ ...COMPLETE_PHONE, chain_broken_at: 12 })).toBe(true);
  expect(numbersOf(MISSING_PHONE)).toBe('#418-#420');
});

test('missing commands are grouped by person, those with unknown details last', () => {
  expect(missingByPerson(MISSING_PHONE)).toEqual([
    { full_name: 'Bilal Ahmed', count: 1, amount_fils: 14_500 },
    { full_name: 'Joseph Mathew', count: 1, amount_fils: 10_000 },
    { full_name: null, count: 1, amount_fils: 0 },
  ]);
  expect(hasUnknownDetails(MISSING_PHONE)).toBe(true);
  expect(hasUnknownDetails({ ...MISSING_PHONE, not_arrived: MISSING_PHONE.not_arrived.slice(0, 2) })).toBe(
    false,
  );
});

test('a device is silent when its driver has open orders and it was not seen for an hour', () => {
  const quietAt = (ms: number, device = COMPLETE_PHONE, others = [device]) =>
    isSilent(device, others, seen_ms + ms);
  expect(quietAt(60 * MINUTE)).toBe(true);
  expect(quietAt(59 * MINUTE)).toBe(false);
  const idle = { ...COMPLETE_PHONE, open_orders: { count: 0, due_fils: 0, orders: [] } };
  expect(quietAt(600 * MINUTE, idle)).toBe(false);
  const newer = { ...COMPLETE_PHONE, id: 'newer', last_seen_at: new Date(seen_ms + MINUTE).toISOString() };
  expect(quietAt(600 * MINUTE, COMPLETE_PHONE, [newer, COMPLETE_PHONE])).toBe(false);
  expect(quietAt(600 * MINUTE, newer, [newer, COMPLETE_PHONE])).toBe(true);
});
