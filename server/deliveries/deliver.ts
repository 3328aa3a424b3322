import type { DeliveryConfirmed } from '../../contract/operations/dashboard/deliveries/confirm-delivery.schema.ts';
import type { PaymentStatus } from '../../contract/rules/orders/tender.ts';
import type { DeliveryStage } from '../../contract/rules/problems.ts';
import type { CashUpdate } from '../../contract/schemas/deliveries.ts';
import { pinFile } from '../files/pin-file.ts';
import type { Change, CommandWithReads } from '../operations/operation.ts';
import { collectedByActor } from '../orders/order-rows.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { readShop } from '../platform/database/shop-facts.ts';
import { startTogether } from '../platform/database/transactions.ts';
import { admitNamedMonth, occurredAt } from '../platform/device-clock.ts';
import { Problem } from '../platform/problem.ts';
import { admitProof, conflictOf, durationSeconds } from './delivery-policy.ts';
import { type LockedOrder, lockOrder, wasDue } from './lock-order.ts';
import {
  type AsTaken,
  type Collected,
  type Delivery,
  type DeliveryContext,
  type DeliveryInput,
  recordDelivery,
} from './record-delivery.ts';

/** The payment of a delivery, as decided by the command. */
export type DeliveryPayment = {
  settlement: Collected;
  /** The status of the order's payment if the delivery completes the order. */
  payment_status: PaymentStatus;
  as_taken: AsTaken | null;
};

/** `taken_fils`: the amount that the driver collected for the order before. */
type DecidePayment<Payment extends DeliveryPayment> = (
  order: LockedOrder,
  taken_fils: number,
) => Promise<Payment>;

/** Sends a delivery's reads before the actor is known; row-level security guards them. Locks the order. */
export function sendDeliveryReads(tx: Tx, { order_id, delivery_image, delivery_note }: DeliveryInput) {
  return startTogether({
    order: lockOrder(tx, order_id),
    shop: readShop(tx),
    image: pinFile(tx, { bucket: 'order-deliveries', ...delivery_image }),
    note: pinFile(tx, { bucket: 'order-deliveries', ...delivery_note }),
    taken: collectedByActor(tx, order_id),
  });
}

export type DeliveryCommand = CommandWithReads<ReturnType<typeof sendDeliveryReads>, DeliveryStage>;

/**
 * Confirms a delivery: proof, payment, order, driver and cash together or not at all; only the balance update
 * may follow later (ruling A4). An order that was cancelled, reassigned or delivered meanwhile keeps its
 * state, and the confirmation is recorded with a conflict (ruling A9). An order whose amount due changed
 * meanwhile is completed with the amount collected. Throws `driver_not_found`, `missing_information`,
 * `not_found`, `order_not_assigned`, `invalid_input`, `device_time_off`, `file_missing`, and the errors of
 * `decidePayment`.
 */
export async function deliver<Payment extends DeliveryPayment>(
  tx: Tx,
  actor: Staff,
  input: DeliveryInput,
  command: DeliveryCommand,
  what: 'confirm_delivery' | 'deliver_as_taken',
  decidePayment: DecidePayment<Payment>,
): Promise<{ payment: Payment; reply: DeliveryConfirmed }> {
  const { driver_id } = actor;
  if (driver_id === null) throw new Problem('driver_not_found');
  if (!input.receipt_confirmed) throw new Problem('missing_information');
  const context = { ...command, tx, actor: { ...actor, driver_id } };
  const { delivery, payment } = await decideDelivery(context, input, decidePayment);
  const cash = await recordDelivery(context, delivery);
  command.changed({ what, ...changeOf(actor, delivery, cash) });
  return { payment, reply: { ...replyOf(delivery), cash } };
}

/** Decides the outcome without writing. An unexpected failure is reported with the current stage. */
async function decideDelivery<Payment extends DeliveryPayment>(
  context: DeliveryContext & Pick<DeliveryCommand, 'asked'>,
  input: DeliveryInput,
  decidePayment: DecidePayment<Payment>,
): Promise<{ delivery: Delivery; payment: Payment }> {
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
  const taken_fils = await asked.taken;
  await admitSeenDue(context, order, input.due_amount_fils);
  const payment = await decidePayment(order, taken_fils);
  const { settlement, payment_status, as_taken } = payment;
  const conflict = conflictOf(order, actor.driver_id);
  const amount_changed = input.due_amount_fils !== order.due_amount_fils;
  const delivered_at = occurredAt(input, order.dispatching_started_at ?? order.created_at, now);
  const completed = {
    status: 'completed' as const,
    payment_status,
    actual_delivery_time: delivered_at,
    delivery_duration_seconds: durationSeconds(order.dispatching_started_at, delivered_at),
  };
  const delivery: Delivery = {
    id: tx.newId(),
    order,
    input,
    outcome: conflict === null ? 'delivered' : 'recorded_with_conflict',
    conflict: conflict ?? (amount_changed ? 'amount_changed' : null),
    settlement,
    as_taken,
    order_after: conflict === null ? completed : order,
    delivered_at,
    image_file_id,
    note_file_id,
  };
  return { delivery, payment };
}

type Proof = 'delivery_image' | 'delivery_note';

/** Checks the path of a proof against the order. Throws `invalid_input`, `device_time_off`. */
function admitNamedProof(
  { actor: { shop_id, driver_id }, now }: DeliveryContext,
  { id: order_id, order_number }: LockedOrder,
  field: Proof,
  input: DeliveryInput,
  time_zone: string,
): void {
  const month = admitProof(field, input[field].path, { shop_id, driver_id, order_id, order_number });
  admitNamedMonth(month, time_zone, input, now);
}

/**
 * The amount due that the driver saw must be the order's current one or one that it had while assigned to
 * this driver. Throws `invalid_input`.
 */
async function admitSeenDue(
  { tx, actor }: DeliveryContext,
  order: LockedOrder,
  due_amount_fils: number,
): Promise<void> {
  if (due_amount_fils === order.due_amount_fils) return;
  if (await wasDue(tx, order, actor.driver_id, due_amount_fils)) return;
  throw Problem.ofInput('due_amount_fils', `the amount due of this order is ${order.due_amount_fils} fils`);
}

function changeOf({ user_id }: Staff, delivery: Delivery, cash: CashUpdate | null): Omit<Change, 'what'> {
  const { order, order_after, outcome, conflict, settlement, as_taken } = delivery;
  const { tender, collected_fils, cash_fils } = settlement;
  const seen_by = { audience: 'desk', user_ids: [user_id] } as const;
  return {
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
      ...as_taken?.facts,
      ...(cash && { cash_posted: cash.success }),
    },
    personal_fields: ['customer_name', ...(as_taken?.personal_fields ?? [])],
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
