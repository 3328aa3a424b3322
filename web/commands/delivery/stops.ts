import type { Stops } from '../../../contract/operations/dashboard/deliveries/list-stops.schema.ts';
import { isDeliverable } from '../../../contract/rules/orders/order-life.ts';
import { inArrangedOrder } from '../../../contract/rules/orders/stops.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import { isDecided, type OutboxEntry } from '../../offline/outbox-entry.ts';
import { isOutAgain } from './deliver.ts';

/** An open order of the driver, as the server knows it and as this device does. */
export type Stop = {
  order: OrderWithItems;
  /** The newest delivery of it that was confirmed on this device, unless it is out once more since. */
  entry: OutboxEntry<'confirm_delivery'> | undefined;
  /** It was confirmed on this device: nothing is left to do at that door, whether it is recorded yet or not. */
  confirmed: boolean;
};

type Arranging = readonly OutboxEntry<'arrange_stops'>[];

/**
 * What the server answered, with what this device knows and that answer does not yet: its arrangements, oldest first, and its deliveries.
 */
export function stopsOnDevice(
  { arrangement_id, stops }: Stops,
  entries: { deliveries: readonly OutboxEntry<'confirm_delivery'>[]; arrangements: Arranging },
): Stop[] {
  const orders = new Map(stops.map((order) => [order.id, order]));
  const newest = new Map(entries.deliveries.map((entry) => [entry.subject, entry]));
  const ids = notAnswered(entries.arrangements, arrangement_id).reduce<string[]>(
    (present, { input }) => inArrangedOrder(present, input.order_ids),
    [...orders.keys()],
  );
  return ids.flatMap((id) => {
    const order = orders.get(id);
    if (!order) return [];
    const found = newest.get(id);
    const entry = found && !isOutAgain(found, order) ? found : undefined;
    return [{ order, entry, confirmed: entry !== undefined && entry.state !== 'refused' }];
  });
}

/** The stop to drive to next; undefined when none is out for delivery. */
export function nextStop(stops: readonly Stop[]): Stop | undefined {
  return stops.find(isToBeDelivered);
}

export function isToBeDelivered({ order, confirmed }: Stop): boolean {
  return isDeliverable(order.status) && !confirmed;
}

/** From which arrangement the next one is made: the device's newest that may stand, or the one that the server answered. */
export function arrangedFrom({ arrangement_id }: Stops, arrangements: Arranging): string | null {
  const newest = notAnswered(arrangements, arrangement_id).at(-1);
  return newest ? newest.input.arrangement_id : arrangement_id;
}

/**
 * Which of them the server's answer, that stands as `answered_id` says, does not have: those that are not decided, and those that were recorded and
 * made from it. The device's clock says nothing of that: it may have been set since.
 */
function notAnswered(arrangements: Arranging, answered_id: string | null): Arranging {
  /** The answered one, and what was made from it; none is older than what it was made from. */
  const from_answered = new Set([answered_id]);
  return arrangements.filter((entry) => {
    const { arrangement_id, from_arrangement } = entry.input;
    const made_from_answered = arrangement_id !== answered_id && from_answered.has(from_arrangement);
    if (made_from_answered) from_answered.add(arrangement_id);
    return !isDecided(entry) || (made_from_answered && entry.answer?.outcome === 'arranged');
  });
}
