/** What the desk's list of orders shows and lets do, as data for both sides. */

const SAVED_VIEWS = [
  'unassigned',
  'to_dispatch',
  'on_the_road',
  'late',
  'conflicts',
  'delivered_today',
  'waiting',
] as const;

/** The views with a count, in their order on screen. The last one lists problems of the store, not orders. */
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
] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];

export const SORT_WAYS = ['up', 'down'] as const;
export type SortWay = (typeof SORT_WAYS)[number];

/** Rows of one answer of the list. */
export const ORDERS_PAGE = 100;
/** What a search answers at most: whoever sees as many says another word. */
export const FOUND_MAX = 100;

export const ORDERS_AT_ONCE_MAX = 300;
/** How long what was done with many orders may be taken back; the server allows a little more for the way. */
export const UNDO_MS = 10_000;

/** Why an order was left as it is. */
export const SKIPPED_BECAUSE = [
  'not_found',
  /** It is not what whoever decided had seen. */
  'order_changed',
  'order_closed',
  'order_on_the_road',
  'order_step',
  'order_without_driver',
  /** Its payment is not known or not paid: it stays in the shop until a user decides. */
  'order_waits',
  'order_not_cancelled',
  'cancelled_in_store',
  'delivery_recorded',
  /** It has its driver no more among those who may deliver. */
  'cannot_deliver',
  /** It is too late to take it back. */
  'too_late',
] as const;
export type SkippedBecause = (typeof SKIPPED_BECAUSE)[number];
