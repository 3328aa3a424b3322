import type { Stops } from '../../../contract/operations/dashboard/deliveries/list-stops.schema.ts';
import { isDeliverable } from '../../../contract/rules/orders/order-life.ts';
import { inArrangedOrder } from '../../../contract/rules/orders/stops.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import { type DeliveryEntry, isDecided, type OutboxEntry } from '../../offline/outbox-entry.ts';
import { isOutAgain } from './deliver.ts';
import { type StopChange, withStopChanges } from './stop-changes.ts';

/** An open order of the driver, as known to the server and to this device. */
export type Stop = {
  order: OrderWithItems;
  /** The order's newest delivery that was confirmed on this device, unless the order is out again since. */
  entry: DeliveryEntry | undefined;
  /** True if it was confirmed on this device, recorded or not: the driver has nothing left to do there. */
  confirmed: boolean;
};

type Arranging = readonly OutboxEntry<'arrange_stops'>[];

/**
 * Applies this device's arrangements, changes of stops (both oldest first) and deliveries that the server's
 * response does not contain yet.
 */
export function stopsOnDevice(
  { arrangement_id, stops }: Stops,
  entries: {
    deliveries: readonly DeliveryEntry[];
    arrangements: Arranging;
    changes?: readonly StopChange[];
  },
): Stop[] {
  const { changes = [] } = entries;
  const orders = new Map(stops.map((order) => [order.id, withStopChanges(order, changes)]));
  const newest = new Map(entries.deliveries.map((entry) => [entry.subject, entry]));
  const ids = notInResponse(entries.arrangements, arrangement_id).reduce<string[]>(
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

/**
 * Returns the arrangement from which the next one is made: the device's newest valid one, or that of the
 * response.
 */
export function arrangedFrom({ arrangement_id }: Stops, arrangements: Arranging): string | null {
  const newest = notInResponse(arrangements, arrangement_id).at(-1);
  return newest ? newest.input.arrangement_id : arrangement_id;
}

/**
 * Returns the arrangements that a response with the arrangement `current_id` does not contain: undecided
 * ones, and recorded ones made from it. The device's clock cannot decide this, since it may have been set in
 * the meantime.
 */
function notInResponse(arrangements: Arranging, current_id: string | null): Arranging {
  /** The current arrangement and all made from it; an arrangement is never older than its predecessor. */
  const from_current = new Set([current_id]);
  return arrangements.filter((entry) => {
    const { arrangement_id, from_arrangement } = entry.input;
    const made_from_current = arrangement_id !== current_id && from_current.has(from_arrangement);
    if (made_from_current) from_current.add(arrangement_id);
    return !isDecided(entry) || (made_from_current && entry.answer?.outcome === 'arranged');
  });
}
