/**
 * What had become of an order when its driver's confirmation arrived (ruling A9). The confirmation, its files and its
 * cash are recorded all the same; the order keeps its state. Where only the amount due had changed the order is delivered
 * by it, and what was really taken is recorded.
 */
export const DELIVERY_CONFLICTS = [
  'cancelled',
  'reassigned',
  'already_delivered',
  'not_out_for_delivery',
  'amount_changed',
] as const;
export type DeliveryConflict = (typeof DELIVERY_CONFLICTS)[number];
