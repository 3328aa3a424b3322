import { expect, test } from 'vitest';
import type { OutboxEntry } from '../../offline/outbox-entry.ts';
import { ordersSetOut } from './orders-set-out.ts';

const departure = (changes: object) =>
  ordersSetOut({
    state: 'done',
    input: { order_ids: ['a', 'b', 'c'] },
    answer: null,
    ...changes,
  } as never as OutboxEntry<'set_out'>);

test('a departure takes the named orders until the server responds, none once it is refused', () => {
  expect(departure({ state: 'queued' })).toEqual(['a', 'b', 'c']);
  expect(departure({ state: 'refused' })).toEqual([]);
});

test('orders that the desk had sent out count, skipped ones do not', () => {
  const answer = { set_out: ['a'], skipped: [{ order_id: 'c', because: 'not_dispatched' }] };
  expect(departure({ answer })).toEqual(['a', 'b']);
});
