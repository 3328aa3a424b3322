import type {
  ConfirmDelivery,
  DeliveryConfirmed,
} from '../../contract/operations/dashboard/deliveries/confirm-delivery.schema.ts';
import { paymentLeft, type Settlement, settle } from '../../contract/rules/orders/tender.ts';
import type { DeliveryStage } from '../../contract/rules/problems.ts';
import type { CashUpdate } from '../../contract/schemas/deliveries.ts';
import { pinFile } from '../files/pin-file.ts';
import type { Change, CommandWithReads } from '../operations/operation.ts';
import { commandRoute } from '../operations/route.ts';
import { collectedByActor } from '../orders/order-rows.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { readShop } from '../platform/database/shop-facts.ts';
import { startTogether } from '../platform/database/transactions.ts';
import { admitNamedMonth, occurredAt } from '../platform/device-clock.ts';
import { Problem } from '../platform/problem.ts';
import { admitProof, conflictOf, durationSeconds } from './delivery-policy.ts';
import { type LockedOrder, lockOrder, wasDue } from './lock-order.ts';
import { type Delivery, type DeliveryContext, recordDelivery } from './record-delivery.ts';

/**
 * Confirms a delivery: proof, payment, order, driver and cash together or not at all; only the balance update
 * may follow later (ruling A4). An order that was cancelled, reassigned or delivered meanwhile keeps its
 * state, and the confirmation is recorded with a conflict (ruling A9). An order whose amount due changed
 * meanwhile is completed with the amount collected. Throws `driver_not_found`, `missing_information`,
 * `payment_confirmation_required`, `not_found`, `order_not_assigned`, `invalid_input`, `device_time_off`,
 * `file_missing`.
 */
export async function confirmDelivery(
  tx: Tx,
  actor: Staff,
  input: ConfirmDelivery,
  command: DeliveryCommand,
): Promise<DeliveryConfirmed> {
  const { driver_id } = actor;
  if (driver_id === null) throw new Problem('driver_not_found');
  if (!input.receipt_confirmed) throw new Problem('missing_information');
  const context = { ...command, tx, actor: { ...actor, driver_id } };
  const delivery = await decideDelivery(context, input);
  const cash = await recordDelivery(context, delivery);
  command.changed(changeOf(actor, delivery, cash));
  return { ...replyOf(delivery), cash };
}

export const confirmDeliveryRoute = commandRoute('confirm_delivery', confirmDelivery, sendDeliveryReads);

/** Sends a delivery's reads before the actor is known; row-level security guards them. Locks the order. */
export function sendDeliveryReads(tx: Tx, { order_id, delivery_image, delivery_note }: ConfirmDelivery) {
  return startTogether({
    order: lockOrder(tx, order_id),
    shop: readShop(tx),
    image: pinFile(tx, { bucket: 'order-deliveries', ...delivery_image }),
    note: pinFile(tx, { bucket: 'order-deliveries', ...delivery_note }),
    taken: collectedByActor(tx, order_id),
  });
}

type DeliveryCommand = CommandWithReads<ReturnType<typeof sendDeliveryReads>, DeliveryStage>;

/** Decides the outcome without writing. An unexpected failure is reported with the current stage. */
async function decideDelivery(
  context: DeliveryContext & Pick<DeliveryCommand, 'asked'>,
  input: ConfirmDelivery,
): Promise<Delivery> {
  const { tx, actor, stage, now, asked } = context;
  stage('order');
  const order = await asked.order;
  const { time_zone } = await asked.shop;
  stage('photo');
  admitNamedProof(context, order, 'delivery_image', input, time_zone);
  const image_file_id = await asked.image;
  stage('note');
  admitNamedProof(context, order, 'delivery_note', input, time_zone);
  const note_file_id = await asked.note;

  stage('confirmation');
  const { settlement, paid_fils } = await settlementOf(context, order, input, await asked.taken);
  const conflict = conflictOf(order, actor.driver_id);
  const amount_changed = input.due_amount_fils !== order.due_amount_fils;
  const delivered_at = occurredAt(input, order.dispatching_started_at ?? order.created_at, now);
  const completed = {
    status: 'completed' as const,
    payment_status: order.due_amount_fils > 0 && paid_fils === 0 ? ('pending' as const) : ('paid' as const),
    actual_delivery_time: delivered_at,
    delivery_duration_seconds: durationSeconds(order.dispatching_started_at, delivered_at),
  };
  return {
    id: tx.newId(),
    order,
    input,
    outcome: conflict === null ? 'delivered' : 'recorded_with_conflict',
    conflict: conflict ?? (amount_changed ? 'amount_changed' : null),
    settlement,
    order_after: conflict === null ? completed : order,
    delivered_at,
    image_file_id,
    note_file_id,
  };
}

type Proof = 'delivery_image' | 'delivery_note';

/** Checks the path of a proof against the order. Throws `invalid_input`, `device_time_off`. */
function admitNamedProof(
  { actor: { shop_id, driver_id }, now }: DeliveryContext,
  { id: order_id, order_number }: LockedOrder,
  field: Proof,
  input: ConfirmDelivery,
  time_zone: string,
): void {
  const month = admitProof(field, input[field].path, { shop_id, driver_id, order_id, order_number });
  admitNamedMonth(month, time_zone, input, now);
}

/**
 * Settles the amount due that the driver saw, less `taken_fils`, which they already collected for this order.
 * The amount must be the order's current one or one that it had while assigned to this driver. `paid_fils` is
 * the driver's total for the order. Throws `invalid_input`, `payment_confirmation_required`.
 */
async function settlementOf(
  { tx, actor }: DeliveryContext,
  order: LockedOrder,
  input: ConfirmDelivery,
  taken_fils: number,
): Promise<{ settlement: Settlement; paid_fils: number }> {
  const { due_amount_fils } = input;
  if (
    due_amount_fils !== order.due_amount_fils &&
    !(await wasDue(tx, order, actor.driver_id, due_amount_fils))
  ) {
    const detail = `the amount due of this order is ${order.due_amount_fils} fils`;
    throw Problem.ofInput('due_amount_fils', detail);
  }
  const { payment_method, pays_either } = order;
  // An order payable by cash or card has no tender to record unless the driver selected one.
  const is_confirmed = input.payment_received && (!pays_either || input.tender !== null);
  if (due_amount_fils > 0 && !is_confirmed) throw new Problem('payment_confirmation_required');
  const seen = { payment_method, pays_either, payment_status: 'pending', due_amount_fils } as const;
  const settlement = settle(paymentLeft(seen, taken_fils), input);
  return { settlement, paid_fils: taken_fils + settlement.collected_fils };
}

function changeOf({ user_id }: Staff, delivery: Delivery, cash: CashUpdate | null): Change {
  const { order, order_after, outcome, conflict, settlement } = delivery;
  const { tender, collected_fils, cash_fils } = settlement;
  const seen_by = { audience: 'desk', user_ids: [user_id] } as const;
  return {
    what: 'confirm_delivery',
    subject_id: order.id,
    before: { status: order.status, payment_status: order.payment_status },
    after: {
      status: order_after.status,
      payment_status: order_after.payment_status,
      confirmation_id: delivery.id,
      outcome,
      conflict,
      delivered_at: delivery.delivered_at.toISOString(),
      tender,
      collected_fils,
      cash_fils,
      ...(cash && { cash_posted: cash.success }),
    },
    personal_fields: ['customer_name'],
    touched: [
      { topic: 'orders', subject_id: order.id, ...seen_by },
      ...(cash_fils > 0 ? [{ topic: 'cash', ...seen_by } as const] : []),
    ],
  };
}

function replyOf(delivery: Delivery): Omit<DeliveryConfirmed, 'cash'> {
  const { id, order, outcome, conflict, delivered_at } = delivery;
  const { status, payment_status, actual_delivery_time, delivery_duration_seconds } = delivery.order_after;
  return {
    confirmation_id: id,
    outcome,
    conflict,
    order: {
      id: order.id,
      order_number: order.order_number,
      status,
      payment_status,
      actual_delivery_time: actual_delivery_time?.toISOString() ?? null,
      delivery_duration_seconds,
    },
    delivered_at: delivered_at.toISOString(),
  };
}
