import { isBeforeDispatch, type OrderStatus } from './order-life.ts';

/**
 * Why an order is on no phone until a user decides: nobody has defined what its payment's name means; the customer has not paid yet;
 * its payment was voided or has expired.
 */
export const WAIT_REASONS = ['payment_unknown', 'not_paid', 'payment_voided'] as const;
export type WaitReason = (typeof WAIT_REASONS)[number];

/** True of an order that waits in the shop: it is given to no driver and does not go out. */
export function isWaiting({
  waits_because,
  status,
}: {
  waits_because: WaitReason | null;
  status: OrderStatus;
}): boolean {
  return waits_because !== null && isBeforeDispatch(status);
}

/** True of an order whose goods are with a driver, and are not to be handed over. */
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
