import { fileSegment } from '../../contract/rules/names.ts';
import type { DeliveryConflict } from '../../contract/rules/orders/delivery-conflicts.ts';
import { isDeliverable, type OrderStatus } from '../../contract/rules/orders/order-life.ts';
import { DELIVERY_IMAGE, deliveryNoteName, parseDeliveryPath } from '../../contract/rules/storage-paths.ts';
import { Problem } from '../platform/problem.ts';

type OrderState = { status: OrderStatus; driver_id: number | null; open_attempt_id: string | null };

/**
 * Returns the change of the order that conflicts with this driver's delivery; null without one. The same
 * driver may deliver after an attempt about which the desk has not decided.
 */
export function conflictOf(order: OrderState, driver_id: number): DeliveryConflict | null {
  if (order.status === 'completed') return 'already_delivered';
  if (order.status === 'cancelled') return 'cancelled';
  if (order.driver_id !== driver_id) return 'reassigned';
  return isDeliverable(order.status) || order.open_attempt_id !== null ? null : 'not_out_for_delivery';
}

/** Whole seconds, never negative; null if no start was recorded. */
export function durationSeconds(started_at: Date | null, delivered_at: Date): number | null {
  if (!started_at) return null;
  return Math.max(0, Math.floor((delivered_at.getTime() - started_at.getTime()) / 1000));
}

type Owner = { shop_id: number; driver_id: number; order_id: string; order_number: string };

/** Checks the path of a delivery's proof and returns its month. Throws `invalid_input`. */
export function admitProof(field: 'delivery_image' | 'delivery_note', path: string, owner: Owner): string {
  const name = field === 'delivery_image' ? DELIVERY_IMAGE : deliveryNoteName(owner);
  return admitProofPath(field, path, name, owner);
}

/**
 * Checks that a path is in the driver's own folder of this order, under this name, and returns the month in
 * the path. Throws `invalid_input`.
 */
export function admitProofPath(field: string, path: string, name: string, owner: Owner): string {
  const parsed = parseDeliveryPath(path);
  const own =
    parsed?.shop_id === owner.shop_id &&
    parsed.file === name &&
    parsed.driver_id === owner.driver_id &&
    parsed.order === fileSegment(owner.order_number, owner.order_id);
  if (own) return parsed.month;
  throw Problem.ofInput(`${field}.path`, "must be in the driver's folder of this order");
}
