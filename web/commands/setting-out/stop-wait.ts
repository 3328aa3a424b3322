import { isBeforeDispatch, isDeliverable } from '../../../contract/rules/orders/order-life.ts';
import type { Stop } from '../delivery/stops.ts';

/**
 * The step for which a stop waits until it can be delivered. `ready`: its driver sets out with it.
 * `shop`: the shop sends it out. `payment` and `attempt`: the shop decides.
 */
export type StopWait = 'picking' | 'packed' | 'ready' | 'shop' | 'payment' | 'attempt';

type Waiting = Pick<Stop, 'order' | 'confirmed'>;

/**
 * Returns the step for which a stop waits; null if it can be delivered, is delivered, or if the shop's rule
 * is not known yet.
 *
 * @param drivers_set_out the shop's rule; undefined while it is not known
 */
export function waitOf({ order, confirmed }: Waiting, drivers_set_out: boolean | undefined): StopWait | null {
  if (confirmed) return null;
  if (order.waits_because) return 'payment';
  const { status } = order;
  if (status === 'picking' || status === 'packed') return status;
  if (status !== 'dispatched') return null;
  if (order.attempt) return 'attempt';
  if (drivers_set_out === undefined) return null;
  return drivers_set_out ? 'ready' : 'shop';
}

/** True if the driver can set out with this stop, where the shop allows it. */
export function isReady(stop: Waiting): boolean {
  return waitOf(stop, true) === 'ready';
}

/**
 * True if the goods of this stop are on the loading list: it is neither on the road nor delivered. After an
 * attempt they are in the vehicle already.
 */
export function isToLoad({ order, confirmed }: Waiting): boolean {
  if (confirmed || order.attempt) return false;
  return isBeforeDispatch(order.status) || order.status === 'dispatched';
}

/** True for an open stop that is not on the road yet. */
export function isNotOnTheRoad({ order, confirmed }: Waiting): boolean {
  return !confirmed && !isDeliverable(order.status);
}
