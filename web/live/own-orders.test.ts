import { expect, test } from 'vitest';
import { orderNewsText } from './own-order-messages.ts';
import { followOwnOrders } from './own-orders.ts';
import { reconnectDelayMs } from './reconnect-delay.ts';

const orders = (...numbers: string[]) => new Map(numbers.map((number) => [`id of ${number}`, number]));
const nothing = () => false;

test('initial orders are not reported; later changes are, merged while they are shown', () => {
  const own = followOwnOrders();
  expect(own.note(orders('1', '2'), nothing, false)).toBeNull();
  expect(own.note(orders('1', '2'), nothing, false)).toBeNull();
  expect(own.note(orders('1', '2', '3'), nothing, false)).toEqual({ come: ['3'], gone: [] });
  expect(own.note(orders('1', '2', '3'), nothing, true)).toBeNull();
  expect(own.note(orders('2', '3', '4'), nothing, true)).toEqual({ come: ['3', '4'], gone: ['1'] });
  // The earlier changes are no longer shown.
  expect(own.note(orders('2', '3', '4', '5'), nothing, false)).toEqual({ come: ['5'], gone: [] });
});

test('a change reversed while it is shown is withdrawn', () => {
  const own = followOwnOrders();
  own.note(orders('1'), nothing, false);
  own.note(orders('1', '2'), nothing, false);
  expect(own.note(orders('1'), nothing, true)).toEqual({ come: [], gone: [] });
  own.note(orders(), nothing, false);
  expect(own.note(orders('1'), nothing, true)).toEqual({ come: [], gone: [] });
});

test('an order that the driver delivered is not reported as removed', () => {
  const own = followOwnOrders();
  own.note(orders('1', '2'), nothing, false);
  expect(own.note(orders('2'), (id) => id === 'id of 1', false)).toBeNull();
  expect(own.note(orders(), (id) => id === 'id of 1', false)).toEqual({ come: [], gone: ['2'] });
});

test('returns the missing orders, to check which were delivered on another device', () => {
  const own = followOwnOrders();
  expect(own.missing(orders())).toEqual([]);
  own.note(orders('1', '2'), nothing, false);
  expect(own.missing(orders('2', '3'))).toEqual(['id of 1']);
});

test('thirty orders are one toast with their count', () => {
  const come = Array.from({ length: 30 }, (_, at) => String(at));
  expect(orderNewsText({ come, gone: [] })).toEqual({
    kind: 'success',
    title: '30 new orders',
    description: '30 orders were added to your stops.',
  });
  expect(orderNewsText({ come: ['7'], gone: ['8', '9'] })).toEqual({
    kind: 'warning',
    title: 'Your orders have changed',
    description: 'Order 7 was added to your stops. 2 orders were cancelled or assigned to another driver.',
  });
});

const over = (because: Parameters<typeof reconnectDelayMs>[0]['because'], was_live = true) => ({
  because,
  was_live,
  retry_after_ms: null,
});

test('the delay of a reconnection grows with each failure to at most 30 s, varies at random, and respects Retry-After', () => {
  const waits = [0, 1, 2, 3, 4, 5, 6, 20].map((failures) => reconnectDelayMs(over('failed'), failures, 0.5));
  expect(waits).toEqual([750, 1_500, 3_000, 6_000, 12_000, 22_500, 22_500, 22_500]);
  expect(reconnectDelayMs(over('failed'), 0, 0)).toBeLessThan(reconnectDelayMs(over('failed'), 0, 0.99));
  expect(reconnectDelayMs({ ...over('refused', false), retry_after_ms: 5_000 }, 0, 0.5)).toBe(5_000);
});

test.each(['session', 'token'] as const)(
  'a stream reconnects at once after the end of its %s, unless it had no events',
  (because) => {
    expect(reconnectDelayMs(over(because), 0, 0.9)).toBe(0);
    expect(reconnectDelayMs(over(because, false), 3, 0.9)).toBeGreaterThan(5_000);
  },
);

test('a stream reconnects within 1 s after its server drained, and after 30 s or more when it was displaced', () => {
  expect(reconnectDelayMs(over('draining'), 0, 0.9)).toBe(900);
  expect(reconnectDelayMs(over('displaced'), 0, 0)).toBe(30_000);
});
