import type { OutboxEntry } from '../../offline/outbox-entry.ts';

/** Returns the orders that a departure moves to the road; those that it names until the server responds. */
export function ordersSetOut({ state, input, answer }: OutboxEntry<'set_out'>): readonly string[] {
  if (state === 'refused') return [];
  return answer?.set_out ?? input.order_ids;
}
