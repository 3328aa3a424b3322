/**
 * The state in which an order was when its driver's confirmation arrived (ruling A9). The confirmation, its
 * files and its cash are recorded in any case; the order keeps its state. If only the amount due had changed,
 * the order is delivered, and the amount collected is recorded.
 */
export const DELIVERY_CONFLICTS = [
  'cancelled',
  'reassigned',
  'already_delivered',
  'not_out_for_delivery',
  'amount_changed',
] as const;
export type DeliveryConflict = (typeof DELIVERY_CONFLICTS)[number];
