/** The statuses of an order and its moves between them, for the server's rules and the screens' buttons. */
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

/** The statuses before completed and cancelled. */
export const OPEN_STATUSES = ['picking', 'packed', 'dispatched', 'dispatching', 'delivering'] as const;
export type OpenStatus = (typeof OPEN_STATUSES)[number];
/** The statuses of orders on the road: Next Order shows them, and a confirmation completes them. */
export const DELIVERABLE_STATUSES = ['dispatching', 'delivering'] as const;
/** The statuses in which an order's goods are with its driver. */
export const OUT_STATUSES = ['dispatched', 'dispatching', 'delivering'] as const;

/**
 * The statuses to which the shop's systems (command line, webhook) may move an order, by its status (ruling
 * B1).
 */
const STEPS: Record<OrderStatus, readonly OrderStatus[]> = {
  picking: ['packed', 'dispatched', 'dispatching', 'delivering', 'cancelled'],
  packed: ['dispatched', 'dispatching', 'delivering', 'cancelled'],
  dispatched: ['packed', 'dispatching', 'delivering', 'cancelled'],
  dispatching: ['packed', 'delivering', 'cancelled'],
  delivering: ['packed', 'cancelled'],
  completed: [],
  cancelled: [],
};

/** The extent of the store's refund of an order that it has not cancelled. */
export const REFUNDS = ['full', 'part'] as const;
export type Refund = (typeof REFUNDS)[number];

export function isStatus(text: string): text is OrderStatus {
  return (ORDER_STATUSES as readonly string[]).includes(text);
}

export function isOpen(status: OrderStatus): boolean {
  return (OPEN_STATUSES as readonly string[]).includes(status);
}

export function isDeliverable(status: OrderStatus): boolean {
  return (DELIVERABLE_STATUSES as readonly string[]).includes(status);
}

export function isWithDriver(status: OrderStatus): boolean {
  return (OUT_STATUSES as readonly string[]).includes(status);
}

/** True while the goods are in the shop; from dispatched on they are with a driver. */
export function isBeforeDispatch(status: OrderStatus): boolean {
  return status === 'picking' || status === 'packed';
}

export function canMove(from: OrderStatus, to: OrderStatus): boolean {
  return STEPS[from].includes(to);
}

/**
 * True if moving to `to` starts the delivery time: at dispatching, or at delivering if it has not started.
 */
export function startsDispatching(to: OrderStatus, dispatching_started_at: Date | null): boolean {
  return to === 'dispatching' || (to === 'delivering' && dispatching_started_at === null);
}
