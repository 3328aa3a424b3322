import { isBeforeDispatch, type OrderStatus } from './order-life.ts';

/**
 * The reasons for which an order is on no driver's device until a user decides: no user has defined the
 * meaning of its payment's name; the customer has not paid yet; its payment was voided or has expired.
 */
export const WAIT_REASONS = ['payment_unknown', 'not_paid', 'payment_voided'] as const;
export type WaitReason = (typeof WAIT_REASONS)[number];

/** True for an order that waits in the shop: it has no driver and is not dispatched. */
export function isWaiting({
  waits_because,
  status,
}: {
  waits_because: WaitReason | null;
  status: OrderStatus;
}): boolean {
  return waits_because !== null && isBeforeDispatch(status);
}

/** True for an order whose goods are with a driver and must not be handed over. */
export function isNotToHandOver({
  waits_because,
  status,
}: {
  waits_because?: WaitReason | null | undefined;
  status: OrderStatus;
}): boolean {
  return (
    waits_because != null && !isBeforeDispatch(status) && status !== 'completed' && status !== 'cancelled'
  );
}
