/** The views, sort orders and limits of the desk's list of orders, shared by server and browser. */

const SAVED_VIEWS = [
  'unassigned',
  'to_dispatch',
  'on_the_road',
  'not_delivered',
  'missing_goods',
  'late',
  'conflicts',
  'delivered_today',
  'waiting',
] as const;

/** The views that servers of older versions lack; they are shown while they have orders. */
export const LATER_VIEWS = ['not_delivered', 'missing_goods'] as const satisfies readonly CountedView[];
export type LaterView = (typeof LATER_VIEWS)[number];

/** The views with a count, in their order on screen. The last one lists import problems, not orders. */
export const COUNTED_VIEWS = [...SAVED_VIEWS, 'not_taken'] as const;
export type CountedView = (typeof COUNTED_VIEWS)[number];

/** The views that list orders; `all` starts with the newest. */
export const ORDER_VIEWS = [...SAVED_VIEWS, 'all'] as const;
export type OrderView = (typeof ORDER_VIEWS)[number];

export const ORDER_SORTS = [
  'age',
  'number',
  'customer',
  'area',
  'amount',
  'payment',
  'driver',
  'status',
  'promised',
  'delivered',
  /** The time of the open attempt. */
  'attempted',
] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];

export const SORT_WAYS = ['up', 'down'] as const;
export type SortWay = (typeof SORT_WAYS)[number];

/** The rows in one page of the list. */
export const ORDERS_PAGE = 100;
/** The maximum number of search results; users who reach this limit must refine the search. */
export const FOUND_MAX = 100;

/** The maximum number of orders in one bulk action. */
export const ORDERS_AT_ONCE_MAX = 300;
/** The time in which a bulk action can be undone; the server allows a little more for transmission. */
export const UNDO_MS = 10_000;

/** The reasons for which a bulk action skips an order. */
export const SKIPPED_BECAUSE = [
  'not_found',
  /** The order has changed since the user saw it. */
  'order_changed',
  'order_closed',
  'order_on_the_road',
  'order_step',
  'order_without_driver',
  /** The payment is unknown or not made: the order stays in the shop until a user decides. */
  'order_waits',
  'order_not_cancelled',
  'cancelled_in_store',
  'delivery_recorded',
  /** The previous driver, to whom the order would return, cannot deliver any more. */
  'cannot_deliver',
  /** The time limit for undoing has passed. */
  'too_late',
] as const;
export type SkippedBecause = (typeof SKIPPED_BECAUSE)[number];
