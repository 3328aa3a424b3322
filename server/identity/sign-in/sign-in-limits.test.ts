import { expect, test } from 'vitest';
import { countersOf, delayFor, networkOf, subnetOf } from './sign-in-limits.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['', ''],
])('%s counts as %s', (address, subnet) => {
  expect(subnetOf(address)).toBe(subnet);
});

test.each([
  ['203.0.113.7', null],
  ['', null],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:0000'],
  ['2001:db8:1:2ff::9', '2001:db8:1:0200'],
  ['2001:db8:1:ab12::9', '2001:db8:1:ab00'],
  ['2001:db8:1:abff::', '2001:db8:1:ab00'],
])('%s is in the /56 network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  [1, 0],
  [10, 0],
  [11, 100],
  [15, 500],
  [20, 1000],
  [100_000, 1000],
])('attempt %i on an account waits %i ms', (attempts, delay_ms) => {
  expect(delayFor(attempts)).toBe(delay_ms);
});

test('counters contain neither e-mail nor address, and differ in each time window', () => {
  const key = new Uint8Array(32);
  const at = (time: string) => countersOf(key, 'driver@example.com', '203.0.113.7', new Date(time));
  const counters = at('2026-11-20T10:14:59Z');
  expect(JSON.stringify(counters)).not.toMatch(/driver|203\.0/);
  expect(counters.window).toEqual(new Date('2026-11-20T10:00:00Z'));
  expect(counters.window_left_s).toBe(1);
  expect(at('2026-11-20T10:15:00Z').window_left_s).toBe(900);
  expect(at('2026-11-20T10:15:00Z').window).toEqual(new Date('2026-11-20T10:15:00Z'));
  expect(new Set([counters.pair, counters.address, counters.account]).size).toBe(3);
});

test('an IPv6 address counts under its /64 and its /56 network, an IPv4 address only under itself', () => {
  const from = (address: string) => countersOf(new Uint8Array(32), 'a@b', address, new Date(0));
  const [one, next, far] = ['2001:db8:1:ab12::1', '2001:db8:1:ab13::1', '2001:db8:1:ac12::1'].map(from);
  expect(one?.network).toBe(next?.network);
  expect(one?.address).not.toBe(next?.address);
  expect(one?.pair).not.toBe(next?.pair);
  expect(one?.network).not.toBe(far?.network);
  expect(from('203.0.113.7').network).toBeNull();
});
