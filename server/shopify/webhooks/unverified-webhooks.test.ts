import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coalesced, type Unverified } from './unverified-webhooks.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const AT = new Date('2026-11-20T09:00:00Z');

test('the first count is written at once, and a flood in one write after the interval', async () => {
  const written: [number, Unverified][] = [];
  const count = coalesced(async (shop_id, counted) => void written.push([shop_id, counted]), 10_000);
  for (let sent = 0; sent < 1_000; sent++) count(1, AT);
  expect(written).toEqual([[1, { count: 1, last_at: AT }]]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(written.slice(1)).toEqual([[1, { count: 999, last_at: AT }]]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(written).toHaveLength(2);
});

test('a count that could not be written is added to the next', async () => {
  const written: Unverified[] = [];
  let broken = true;
  const count = coalesced(async (_shop_id, counted) => {
    if (broken) throw new Error('no database');
    written.push(counted);
  });
  count(1, AT);
  await vi.advanceTimersByTimeAsync(0);
  count(1, AT);
  broken = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(written).toEqual([{ count: 2, last_at: AT }]);
});
