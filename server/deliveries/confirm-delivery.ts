import type {
  ConfirmDelivery,
  DeliveryConfirmed,
} from '../../contract/operations/dashboard/deliveries/confirm-delivery.schema.ts';
import { paymentLeft, settle } from '../../contract/rules/orders/tender.ts';
import { commandRoute } from '../operations/route.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';
import { type DeliveryCommand, type DeliveryPayment, deliver, sendDeliveryReads } from './deliver.ts';
import type { LockedOrder } from './lock-order.ts';

/**
 * Confirms a delivery of all goods, for which all that is due was taken by one tender. Throws
 * `payment_confirmation_required` and the errors of `deliver`.
 */
export async function confirmDelivery(
  tx: Tx,
  actor: Staff,
  input: ConfirmDelivery,
  command: DeliveryCommand,
): Promise<DeliveryConfirmed> {
  const { reply } = await deliver(tx, actor, input, command, 'confirm_delivery', async (order, taken_fils) =>
    paymentInFull(order, input, taken_fils),
  );
  return reply;
}

export const confirmDeliveryRoute = commandRoute('confirm_delivery', confirmDelivery, sendDeliveryReads);

/**
 * Settles the amount due that the driver saw, less `taken_fils`, which they already collected for this order.
 * Throws `payment_confirmation_required`.
 */
function paymentInFull(order: LockedOrder, input: ConfirmDelivery, taken_fils: number): DeliveryPayment {
  const { due_amount_fils } = input;
  const { payment_method, pays_either } = order;
  // An order payable by cash or card has no tender to record unless the driver selected one.
  const is_confirmed = input.payment_received && (!pays_either || input.tender !== null);
  if (due_amount_fils > 0 && !is_confirmed) throw new Problem('payment_confirmation_required');
  const seen = { payment_method, pays_either, payment_status: 'pending', due_amount_fils } as const;
  const settlement = settle(paymentLeft(seen, taken_fils), input);
  const paid_fils = taken_fils + settlement.collected_fils;
  const payment_status = order.due_amount_fils > 0 && paid_fils === 0 ? 'pending' : 'paid';
  return { settlement, payment_status, as_taken: null };
}
