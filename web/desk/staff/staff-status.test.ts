import { expect, test } from 'vitest';
import type { StaffRow } from '../../../contract/operations/desk/staff/list-staff.schema.ts';
import { heldFils, holdsAnything, roleLockOf } from './staff-status.ts';

const person = (user_id: string, more: Partial<StaffRow> = {}): StaffRow => ({
  user_id,
  full_name: user_id,
  email: `${user_id}@example.com`,
  role: 'Admin',
  driver: null,
  disabled: false,
  must_change_password: false,
  cash: { cash_on_hand_fils: 0, waiting_fils: 0 },
  open_orders: 0,
  card_machines: [],
  unsent: null,
  last_seen_at: null,
  sessions: 0,
  ...more,
});

test('users cannot change their own role, nor that of the last enabled Admin', () => {
  const [me, deputy, driver] = [person('me'), person('deputy'), person('driver', { role: 'Driver' })];
  expect(roleLockOf(me, [me, deputy, driver], 'me')).toBe('own');
  expect(roleLockOf(deputy, [me, deputy, driver], 'me')).toBeNull();
  expect(roleLockOf(driver, [me, driver], 'me')).toBeNull();
  const disabled = person('me', { disabled: true });
  expect(roleLockOf(deputy, [disabled, deputy], 'me')).toBe('last_admin');
  expect(roleLockOf(disabled, [disabled, deputy], 'other')).toBeNull();
});

test('cash of either sign, orders, card machines and unsent work count as held', () => {
  expect(holdsAnything(person('a'))).toBe(false);
  expect(heldFils(person('a', { cash: { cash_on_hand_fils: 500, waiting_fils: -200 } }))).toBe(300);
  for (const held of [
    { cash: { cash_on_hand_fils: -1, waiting_fils: 0 } },
    { open_orders: 1 },
    { card_machines: ['POS-1'] },
    { unsent: { count: 1, amount_fils: 0, last_seen_at: '2026-11-20T10:00:00Z' } },
  ])
    expect(holdsAnything(person('a', held))).toBe(true);
});
