import { isDeliverable } from '../../contract/rules/order-life.ts';
import { inArrangedOrder } from '../../contract/rules/stops.ts';
import type { OrderWithItems, Stops } from '../../contract/schemas/orders.ts';
import { isDecided, type OutboxEntry } from '../offline/outbox-entry.ts';
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
 * What the server answered, with what this device knows and the server does not yet: its arrangements first, oldest first, and its deliveries.
 * `as_of`: when the server answered.
 */
export function stopsOnDevice(
  { stops }: Stops,
  as_of: Date,
  entries: { deliveries: readonly OutboxEntry<'confirm_delivery'>[]; arrangements: Arranging },
): Stop[] {
  const orders = new Map(stops.map((order) => [order.id, order]));
  const newest = new Map(entries.deliveries.map((entry) => [entry.subject, entry]));
  const ids = unknownToServer(entries.arrangements, as_of).reduce<string[]>(
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
export function arrangedFrom({ arrangement_id }: Stops, as_of: Date, arrangements: Arranging): string | null {
  const newest = unknownToServer(arrangements, as_of).at(-1);
  return newest ? newest.input.arrangement_id : arrangement_id;
}

/** What is not in the server's answer: not decided yet, or recorded since. */
function unknownToServer(arrangements: Arranging, as_of: Date): Arranging {
  return arrangements.filter((entry) =>
    isDecided(entry)
      ? entry.answer?.outcome === 'arranged' && (entry.decided_at ?? 0) > as_of.getTime()
      : true,
  );
}
