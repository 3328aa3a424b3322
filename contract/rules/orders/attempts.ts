import type { DeliveryConflict } from './delivery-conflicts.ts';

/**
 * Attempts: deliveries that did not happen. An attempt never completes its order and moves no cash; the goods
 * stay with the driver.
 */

/** The greatest number of reasons that a shop offers. */
export const ATTEMPT_REASONS_MAX = 20;
export const REASON_LABEL_MAX = 60;
export const ATTEMPT_NOTE_MAX = 500;

/**
 * The time in which the driver can undo an attempt, by the device's times of both commands; the server allows
 * a little more, since the clock's offset may be measured again in between.
 */
export const UNDO_ATTEMPT_MS = 10_000;
export const UNDO_ATTEMPT_GRACE_MS = 3_000;

/**
 * The state in which an order was when its driver's attempt arrived (ruling A9). The attempt is recorded in
 * any case; the order keeps its state.
 */
export const ATTEMPT_CONFLICTS = [
  'cancelled',
  'reassigned',
  'already_delivered',
  'not_out_for_delivery',
] as const satisfies readonly DeliveryConflict[];
export type AttemptConflict = (typeof ATTEMPT_CONFLICTS)[number];

/** The reasons for which a driver's command leaves a stop in the shop. */
export const NOT_SET_OUT_BECAUSE = [
  'not_found',
  /** Assigned to another driver, or to none. */
  'not_yours',
  /** Not handed to the driver yet, on the road already, or closed. */
  'not_dispatched',
  /** The payment is unknown or not made. */
  'order_waits',
  /** The desk has not decided about an attempt yet. */
  'attempted',
] as const;
export type NotSetOutBecause = (typeof NOT_SET_OUT_BECAUSE)[number];

/** The decision at an end of day about goods that were still with the driver. */
export const GOODS_OUTCOMES = ['returned', 'kept', 'missing'] as const;
export type GoodsOutcome = (typeof GOODS_OUTCOMES)[number];

/** The name of an attempt's photo in the folder of its order. */
export function attemptPhotoName(attempt_id: string): string {
  return `attempt-${attempt_id}.jpg`;
}
