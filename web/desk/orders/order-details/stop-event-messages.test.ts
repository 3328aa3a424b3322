import { expect, test } from 'vitest';
import type { OrderPageEvent } from '../../../../contract/operations/desk/order/read-desk-order.schema.ts';
import { eventTitle } from './event-messages.ts';

const event = (changes: Partial<OrderPageEvent>): OrderPageEvent => ({
  ...{ id: '01a21d7e-0000-7000-8000-000000000001', kind: 'attempted', occurred_at: null },
  ...{ recorded_at: '2026-11-20T10:00:00.000Z', by: { kind: 'staff', name: 'Dawood Driver' } },
  ...{ source: null, from: null, to: null, undone: false, driver: null, reason: null, conflict: null },
  ...{ tender: null, collected_fils: null, steps: [] },
  ...changes,
});
const tried = { number: 2, reason: 'nobody_home', reason_label: null };

test.each<[string, Partial<OrderPageEvent>]>([
  ["Couldn't deliver, attempt 2: Nobody home", { attempt: tried }],
  ["Couldn't deliver, attempt 2: Gate closed", { attempt: { ...tried, reason_label: 'Gate closed' } }],
  [
    "Couldn't deliver, attempt 2: Nobody home. The order was cancelled",
    { attempt: tried, conflict: 'cancelled' },
  ],
  // A newer server's detail that this version cannot read.
  ["Couldn't deliver", {}],
  ['Attempt undone: Delivering again', { kind: 'attempt_undone', from: 'dispatched', to: 'delivering' }],
  ['Attempt undone after the order had changed', { kind: 'attempt_undone', from: 'packed', to: 'packed' }],
  ['Load checked, complete', { kind: 'loaded', missing: [] }],
  [
    'Load checked, missing: 2 × Dates, 1 × Ayran',
    {
      kind: 'loaded',
      missing: [
        { name: 'Dates', qty: 2 },
        { name: 'Ayran', qty: 1 },
      ],
    },
  ],
  ['Goods returned at the end of the day', { kind: 'goods', goods: 'returned' }],
  ['Goods kept overnight by the driver', { kind: 'goods', goods: 'kept' }],
  ['Goods missing at the end of the day', { kind: 'goods', goods: 'missing' }],
  ['something newer', { kind: 'something_newer' }],
])('an event of a stop is described: %s', (title, changes) => {
  expect(eventTitle(event(changes))).toBe(title);
});
