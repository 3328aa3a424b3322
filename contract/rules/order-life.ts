/**
 * An order's life before and after delivery (ruling B1): data, read by the server's rules and the screens' buttons.
 */
export const ORDER_STATUSES = [
  'picking',
  'packed',
  'dispatched',
  'dispatching',
  'delivering',
  'completed',
  'cancelled',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Neither completed nor cancelled. */
export const OPEN_STATUSES = ['picking', 'packed', 'dispatched', 'dispatching', 'delivering'] as const;
/** On the road: what Next Order shows and a confirmation completes. */
export const DELIVERABLE_STATUSES = ['dispatching', 'delivering'] as const;

/** Who asks for a step: the shop's systems (command line, webhook) or a driver's confirmation. */
export type OrderMover = 'shop_system' | 'confirmation';

type Step = { to: readonly OrderStatus[]; confirmed: boolean };

/** From each status: where the shop's systems may move the order, and whether a confirmation may complete it. */
const STEPS: Record<OrderStatus, Step> = {
  picking: { to: ['packed', 'dispatched', 'dispatching', 'delivering', 'cancelled'], confirmed: false },
  packed: { to: ['dispatched', 'dispatching', 'delivering', 'cancelled'], confirmed: false },
  dispatched: { to: ['packed', 'dispatching', 'delivering', 'cancelled'], confirmed: false },
  dispatching: { to: ['packed', 'delivering', 'cancelled'], confirmed: true },
  delivering: { to: ['packed', 'cancelled'], confirmed: true },
  completed: { to: [], confirmed: false },
  cancelled: { to: [], confirmed: false },
};

export function isOrderStatus(text: string): text is OrderStatus {
  return (ORDER_STATUSES as readonly string[]).includes(text);
}

export function isOpen(status: OrderStatus): boolean {
  return (OPEN_STATUSES as readonly string[]).includes(status);
}

export function isDeliverable(status: OrderStatus): boolean {
  return (DELIVERABLE_STATUSES as readonly string[]).includes(status);
}

export function canMove(from: OrderStatus, to: OrderStatus, mover: OrderMover): boolean {
  return mover === 'confirmation' ? to === 'completed' && STEPS[from].confirmed : STEPS[from].to.includes(to);
}

/** True when entering `to` starts the clock of the delivery: on dispatching, or on delivering if it was unset. */
export function startsDispatching(to: OrderStatus, dispatching_started_at: Date | null): boolean {
  return to === 'dispatching' || (to === 'delivering' && dispatching_started_at === null);
}

/** The badge's label: the status with its first letter capitalised. */
export function statusLabel(status: string): string {
  return status.charAt(0).toUpperCase() + status.slice(1);
}
