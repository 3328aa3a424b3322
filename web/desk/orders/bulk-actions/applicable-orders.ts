import { canMove, isDeliverable, isOpen } from '../../../../contract/rules/orders/order-life.ts';
import { isWaiting } from '../../../../contract/rules/orders/waiting-orders.ts';
import type { DeskOrder, OpenAttempt } from '../../../../contract/schemas/desk-orders.ts';

/** The bulk actions, in menu order. */
export const BULK_ACTIONS = [
  'assign',
  'dispatch',
  'postpone',
  'return',
  'unassign',
  'cancel',
  'reopen',
  'review',
] as const;
export type BulkActionName = (typeof BULK_ACTIONS)[number];

/** The properties of an order that decide which actions apply to it. */
export type ActionableOrder = Pick<
  DeskOrder,
  | 'status'
  | 'waits_because'
  | 'driver_id'
  | 'has_conflict'
  | 'conflict_id'
  | 'cancelled_in_store'
  | 'erased_at'
> & { attempt?: Pick<OpenAttempt, 'next'> | null | undefined };

/** Checks what the list knows; the server decides for each order and returns the reason if it skips one. */
const MAY: Record<BulkActionName, (order: ActionableOrder) => boolean> = {
  assign: ({ status, waits_because = null }) => isOpen(status) && !isWaiting({ status, waits_because }),
  dispatch: ({ status, driver_id, waits_because }) =>
    driver_id !== null && !waits_because && canMove(status, 'dispatching'),
  postpone: ({ status }) => status === 'packed' || (status !== 'picking' && canMove(status, 'packed')),
  return: ({ status }) => status !== 'picking' && canMove(status, 'packed'),
  unassign: ({ status, driver_id }) => driver_id !== null && isOpen(status) && !isDeliverable(status),
  cancel: ({ status }) => isOpen(status),
  reopen: ({ status, has_conflict, cancelled_in_store, erased_at }) =>
    status === 'cancelled' && !cancelled_in_store && !has_conflict && !erased_at,
  review: ({ conflict_id }) => conflict_id !== null,
};

/** Returns the orders to which an action applies. */
export function applicableOrders<O extends ActionableOrder>(
  action: BulkActionName,
  orders: readonly O[],
): O[] {
  return orders.filter(MAY[action]);
}
