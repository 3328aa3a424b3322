import type { OutboxEntry } from '../../offline/outbox-entry.ts';

/**
 * Returns the orders that are on the road after a departure, also those that the desk had sent out before it
 * arrived; those that it names until the server responds.
 */
export function ordersSetOut({ state, input, answer }: OutboxEntry<'set_out'>): readonly string[] {
  if (state === 'refused') return [];
  const skipped = new Set(answer?.skipped.map(({ order_id }) => order_id));
  return input.order_ids.filter((order_id) => !skipped.has(order_id));
}
