import { expect, test } from 'vitest';
import { newId } from '../../../contract/rules/ids.ts';
import type { OrderStatus } from '../../../contract/rules/orders/order-life.ts';
import type { OutboxEntry } from '../../offline/outbox-entry.ts';
import { undoAttempt } from './undo-attempt.ts';

type Undo = OutboxEntry<'undo_attempt'>;

test.each<[OrderStatus, string[]]>([
  ['dispatching', []],
  ['delivering', []],
  ['dispatched', ['#1001']],
  ['packed', ['#1001']],
  ['cancelled', ['#1001']],
])('an undo that finds a %s order shows a toast only if it is not on the road', (status, named) => {
  const entry = { about_order: { order_number: '1001', taken_fils: 0 } } as Undo;
  const order = { id: newId(), order_number: '1001', status };
  const toasts = undoAttempt.messages.done(entry, { outcome: 'recorded_with_conflict', order });
  expect(toasts.map(({ names }) => names)).toEqual(named);
});
