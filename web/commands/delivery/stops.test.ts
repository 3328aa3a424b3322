import { describe, expect, test } from 'vitest';
import { newId } from '../../../contract/rules/ids.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import { deliveryCommand, deliveryReply } from '../../../tests/support/delivery-command.ts';
import { deliveryOrder } from '../../../tests/support/delivery-order.ts';
import { outboxEntry } from '../../../tests/support/outbox-entry.ts';
import type { OutboxEntry } from '../../offline/outbox-entry.ts';
import { arrangedFrom, nextStop, stopsOnDevice } from './stops.ts';

const user_id = 'driver';

const orders = ['1001', '1002', '1003'].map((order_number) => deliveryOrder({ order_number }));
const [first, second, third] = orders as [OrderWithItems, OrderWithItems, OrderWithItems];
const server = { arrangement_id: null, stops: orders };

function delivered(
  order: OrderWithItems,
  changes: Partial<OutboxEntry<'confirm_delivery'>> = {},
): OutboxEntry<'confirm_delivery'> {
  const command = deliveryCommand({ user_id, order_id: order.id });
  return outboxEntry(command, changes) as OutboxEntry<'confirm_delivery'>;
}

/** Large enough that following every arrangement back to the first would exceed the test's time limit. */
const MANY = 4_000;

let made = 0;
function arrangement(
  order_ids: string[],
  changes: Partial<OutboxEntry<'arrange_stops'>> = {},
): OutboxEntry<'arrange_stops'> {
  made += 1;
  const input = {
    arrangement_id: newId(),
    from_arrangement: null,
    order_ids,
    occurred_at: '',
    clock_offset_ms: 0,
  };
  return {
    ...outboxEntry(deliveryCommand({ user_id })),
    endpoint: 'arrange_stops',
    subject: input.arrangement_id,
    device_seq: made,
    input,
    ...changes,
  } as unknown as OutboxEntry<'arrange_stops'>;
}

const numbersOf = (stops: ReturnType<typeof stopsOnDevice>) => stops.map(({ order }) => order.order_number);

describe('the next stop', () => {
  const next = (...deliveries: OutboxEntry<'confirm_delivery'>[]) =>
    nextStop(stopsOnDevice(server, { deliveries, arrangements: [] }))?.order.order_number;

  test('is the first one that was not confirmed on this device, in any state', () => {
    expect(next()).toBe('1001');
    for (const state of ['queued', 'sending', 'unknown', 'sign_in', 'done'] as const) {
      expect(next(delivered(first, { state }))).toBe('1002');
    }
    expect(next(delivered(first), delivered(second), delivered(third))).toBeUndefined();
  });

  test('is one whose delivery was refused, until it is confirmed again', () => {
    const refused = delivered(first, { state: 'refused' });
    expect(next(refused)).toBe('1001');
    expect(next(refused, delivered(first))).toBe('1002');
  });

  test('is one that was delivered, returned to the shop, and is out again', () => {
    const done = delivered(first, {
      state: 'done',
      occurred_at: '2026-11-20T08:00:00.000Z',
      answer: deliveryReply(first.id),
    });
    const again = { ...first, dispatching_started_at: '2026-11-20T09:00:00.000Z' };
    const stops = stopsOnDevice(
      { ...server, stops: [again, second] },
      {
        deliveries: [done],
        arrangements: [],
      },
    );
    expect(stops[0]).toMatchObject({ entry: undefined, confirmed: false });
    expect(nextStop(stops)?.order.order_number).toBe('1001');
  });

  test('is never an order that is not out for delivery', () => {
    const packed = { ...first, status: 'packed' as const };
    const stops = stopsOnDevice(
      { ...server, stops: [packed, second] },
      {
        deliveries: [],
        arrangements: [],
      },
    );
    expect(nextStop(stops)?.order.order_number).toBe('1002');
  });
});

describe('an arrangement made on this device', () => {
  const shown = (...arrangements: OutboxEntry<'arrange_stops'>[]) =>
    numbersOf(stopsOnDevice(server, { deliveries: [], arrangements }));

  test('is shown at once, several in sequence, without orders that are gone', () => {
    expect(shown(arrangement([third.id]))).toEqual(['1003', '1001', '1002']);
    expect(shown(arrangement([third.id]), arrangement([newId(), second.id, third.id, first.id]))).toEqual([
      '1002',
      '1003',
      '1001',
    ]);
  });

  test('is shown until a response contains it or a later one, and not if the desk’s arrangement won', () => {
    const arrangedBy = (from: string | null, order_ids: string[]) => {
      const entry = arrangement(order_ids, { state: 'done' });
      entry.input.from_arrangement = from;
      entry.answer = { outcome: 'arranged', arrangement_id: entry.input.arrangement_id };
      return entry;
    };
    const one = arrangedBy(null, [third.id]);
    const other = arrangedBy(one.input.arrangement_id, [second.id]);
    const answered = (arrangement_id: string | null) =>
      numbersOf(
        stopsOnDevice({ ...server, arrangement_id }, { deliveries: [], arrangements: [one, other] }),
      ).join(' ');
    expect(answered(null)).toBe('1002 1003 1001');
    expect(answered(one.input.arrangement_id)).toBe('1002 1001 1003');
    expect(answered(other.input.arrangement_id)).toBe('1001 1002 1003');
    expect(answered(newId())).toBe('1001 1002 1003');
    const crossed = arrangement([third.id], {
      state: 'done',
      answer: { outcome: 'desk_stands', arrangement_id: newId() },
    });
    expect(shown(crossed)).toEqual(['1001', '1002', '1003']);
    expect(shown(arrangement([third.id], { state: 'refused' }))).toEqual(['1001', '1002', '1003']);
  });

  test('takes constant time per arrangement even for thousands of them', () => {
    const all: OutboxEntry<'arrange_stops'>[] = [];
    for (let at = 0; at < MANY; at += 1) {
      const entry = arrangement(at % 2 ? [third.id] : [second.id], { state: 'done' });
      entry.input.from_arrangement = all.at(-1)?.input.arrangement_id ?? null;
      entry.answer = { outcome: 'arranged', arrangement_id: entry.input.arrangement_id };
      all.push(entry);
    }
    const answered = (at: number) => {
      const arrangement_id = all.at(at)?.input.arrangement_id ?? null;
      return numbersOf(
        stopsOnDevice({ ...server, arrangement_id }, { deliveries: [], arrangements: all }),
      ).join(' ');
    };
    expect(answered(-1)).toBe('1001 1002 1003');
    expect(answered(-2)).toBe('1003 1001 1002');
    expect(answered(-3)).toBe('1003 1002 1001');
    expect(answered(MANY)).toBe('1003 1002 1001');
  });

  test('is the base of the next one, else that of the response is', () => {
    const arranged = { ...server, arrangement_id: newId() };
    expect(arrangedFrom(server, [])).toBeNull();
    expect(arrangedFrom(arranged, [])).toBe(arranged.arrangement_id);
    const [one, other] = [arrangement([]), arrangement([])];
    expect(arrangedFrom(arranged, [one, other])).toBe(other.input.arrangement_id);
    const refused = arrangement([], { state: 'refused' });
    expect(arrangedFrom(arranged, [one, refused])).toBe(one.input.arrangement_id);
  });
});
