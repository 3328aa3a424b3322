import { expect, test } from 'vitest';
import { unexplainedOf } from './unexplained.ts';

const holder = (held: object) => ({
  user_id: 'u',
  full_name: 'Sam',
  role: 'Driver',
  driver_id: 1,
  cash_on_hand_fils: 0,
  waiting_fils: 0,
  last_updated: null,
  settled_at: null,
  settled_by: null,
  rest_fils: 0,
  ...held,
});
const device = (given: object) => ({
  id: 'd',
  name: 'Chrome on Android',
  last_seen_at: '2026-11-20T10:00:00.000Z',
  last_user: { user_id: 'u', full_name: 'Sam' },
  users: [],
  unsent: { count: 0, amount_fils: 0 },
  not_arrived: [],
  chain_broken_at: null,
  ...given,
});
const found = (holders: object[], devices: object[] = []) =>
  unexplainedOf(holders.map(holder), devices.map(device)).map(({ kind, amount_fils }) => [kind, amount_fils]);

test('a negative balance is not counted twice, and pending cash counts as held', () => {
  expect(found([{ cash_on_hand_fils: 500 }])).toEqual([]);
  expect(found([{ cash_on_hand_fils: -500, waiting_fils: 500 }])).toEqual([]);
  expect(found([{ cash_on_hand_fils: -500, rest_fils: -500 }])).toEqual([['over', 500]]);
  expect(found([{ cash_on_hand_fils: -800, rest_fils: -500 }])).toEqual([
    ['over', 500],
    ['below_zero', 300],
  ]);
  expect(found([{ cash_on_hand_fils: 700, rest_fils: 200 }])).toEqual([['short', 200]]);
  expect(found([{ cash_on_hand_fils: -700, role: 'Admin' }])).toEqual([['not_booked', 700]]);
});

test('missing amounts are listed by maker, without zero amounts and with unknown amounts apart', () => {
  const user = { user_id: 'u', full_name: 'Sam' };
  const lost = (amount_fils: number | null, by: object | null = user) => ({
    number: 1,
    user: by,
    amount_fils,
    since: '2026-11-20T10:00:00.000Z',
  });
  const not_arrived = [lost(100), lost(250), lost(0), lost(null, null), lost(null, null)];
  expect(found([], [{ not_arrived, chain_broken_at: 4 }])).toEqual([
    ['not_arrived', 350],
    ['not_arrived', null],
    ['chain_broken', null],
  ]);
});
