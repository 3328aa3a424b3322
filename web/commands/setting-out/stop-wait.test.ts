import { describe, expect, it } from 'vitest';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import { deliveryOrder } from '../../../tests/support/delivery-order.ts';
import { isNotOnTheRoad, isReady, isToLoad, type StopWait, waitOf } from './stop-wait.ts';

const ATTEMPT = {
  id: '01975a00-0000-7000-8000-000000000001',
  reason: 'nobody_home',
  reason_label: null,
  occurred_at: '2026-11-20T08:00:00Z',
};

const stopOf = (changes: Partial<OrderWithItems>, confirmed = false) => ({
  order: deliveryOrder(changes),
  confirmed,
});

describe('a stop waits', () => {
  it.each<[Partial<OrderWithItems>, StopWait | null]>([
    [{ status: 'picking' }, 'picking'],
    [{ status: 'packed' }, 'packed'],
    [{ status: 'dispatched' }, 'ready'],
    [{ status: 'dispatched', attempt: ATTEMPT }, 'attempt'],
    [{ status: 'dispatched', waits_because: 'payment_voided' }, 'payment'],
    [{ status: 'dispatched', waits_because: 'not_paid', attempt: ATTEMPT }, 'payment'],
    [{ status: 'dispatching', waits_because: 'payment_voided' }, 'payment'],
    [{ status: 'dispatching' }, null],
    [{ status: 'delivering' }, null],
  ])('%o: %s', (changes, wait) => {
    expect(waitOf(stopOf(changes), true)).toBe(wait);
  });

  it('for the shop if drivers do not set out, and for nothing known before the rule is read', () => {
    expect(waitOf(stopOf({ status: 'dispatched' }), false)).toBe('shop');
    expect(waitOf(stopOf({ status: 'dispatched' }), undefined)).toBeNull();
    expect(waitOf(stopOf({ status: 'packed' }), undefined)).toBe('packed');
  });

  it('for nothing once it was confirmed on the device', () => {
    expect(waitOf(stopOf({ status: 'dispatched' }, true), true)).toBeNull();
  });
});

it('only stops without an obstacle are ready', () => {
  expect(isReady(stopOf({ status: 'dispatched' }))).toBe(true);
  for (const changes of [{ attempt: ATTEMPT }, { waits_because: 'not_paid' as const }])
    expect(isReady(stopOf({ status: 'dispatched', ...changes }))).toBe(false);
  expect(isReady(stopOf({ status: 'packed' }))).toBe(false);
  expect(isReady(stopOf({ status: 'dispatched' }, true))).toBe(false);
});

it('stops before the road are to be loaded, those on the road are not', () => {
  for (const status of ['picking', 'packed', 'dispatched'] as const) {
    expect([isToLoad(stopOf({ status })), isNotOnTheRoad(stopOf({ status }))]).toEqual([true, true]);
    expect(isToLoad(stopOf({ status }, true))).toBe(false);
    expect(isNotOnTheRoad(stopOf({ status }, true))).toBe(false);
  }
  for (const status of ['dispatching', 'delivering'] as const)
    expect([isToLoad(stopOf({ status })), isNotOnTheRoad(stopOf({ status }))]).toEqual([false, false]);
});

it('the goods of an attempted stop are in the vehicle already', () => {
  expect(isToLoad(stopOf({ status: 'dispatched', attempt: ATTEMPT }))).toBe(false);
});
