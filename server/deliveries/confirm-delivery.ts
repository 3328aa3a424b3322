import type {
  ConfirmDelivery,
  DeliveryConfirmed,
} from '../../contract/operations/dashboard/deliveries/confirm-delivery.schema.ts';
import type { DeliveryStage } from '../../contract/rules/problems.ts';
import type { CashUpdate } from '../../contract/schemas/deliveries.ts';
import { pinFile } from '../files/pin-file.ts';
import type { AskedCommand, Change } from '../operations/operation.ts';
import { takenAtDoor } from '../orders/order-rows.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { readShop } from '../platform/database/shop-facts.ts';
import { sideBySide } from '../platform/database/transactions.ts';
import { admitNamedMonth, occurredAt } from '../platform/device-clock.ts';
import { Problem } from '../platform/problem.ts';
import { admitProof, conflictOf, durationSeconds } from './delivery-policy.ts';
import {
  type Delivery,
  type DeliveryContext,
  type LockedOrder,
  lockOrder,
  recordDelivery,
  settlementOf,
} from './record-delivery.ts';

/**
 * Confirms a delivery: proof, payment, order, driver and cash together or not at all; only the balance update may follow
 * later (ruling A4). An order that was cancelled, reassigned or delivered meanwhile keeps its state, and the confirmation is
 * recorded beside it (ruling A9); one whose amount due changed meanwhile is completed with what was really taken. Throws
 * `driver_not_found`, `missing_information`, `payment_confirmation_required`, `not_found`, `order_not_assigned`,
 * `invalid_input`, `device_time_off`, `file_missing`.
 */
export async function confirmDelivery(
  tx: Tx,
  actor: Staff,
  input: ConfirmDelivery,
  command: AskedCommand<ReturnType<typeof askForDelivery>, DeliveryStage>,
): Promise<DeliveryConfirmed> {
  const { driver_id } = actor;
  const { stage, now, asked } = command;
  if (driver_id === null) throw new Problem('driver_not_found');
  if (!input.receipt_confirmed) throw new Problem('missing_information');
  const context = { ...command, tx, actor: { ...actor, driver_id } };

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
  const conflict = conflictOf(order, driver_id);
  const amount_changed = input.due_amount_fils !== order.due_amount_fils;
  const delivered_at = occurredAt(input, order.dispatching_started_at ?? order.created_at, now);
  const completed = {
    status: 'completed' as const,
    payment_status: order.due_amount_fils > 0 && paid_fils === 0 ? ('pending' as const) : ('paid' as const),
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
    order_after: conflict === null ? completed : order,
    delivered_at,
    image_file_id,
    note_file_id,
  };
  const cash = await recordDelivery(context, delivery);
  command.changed(changeOf(actor, delivery, cash));
  return { ...answerOf(delivery), cash };
}

/** What is asked for a delivery before anybody knows who acts: row security does. Locks the order. */
export function askForDelivery(tx: Tx, { order_id, delivery_image, delivery_note }: ConfirmDelivery) {
  return sideBySide({
    order: lockOrder(tx, order_id),
    shop: readShop(tx),
    image: pinFile(tx, { bucket: 'order-deliveries', ...delivery_image }),
    note: pinFile(tx, { bucket: 'order-deliveries', ...delivery_note }),
    taken: takenAtDoor(tx, order_id),
  });
}

type Proof = 'delivery_image' | 'delivery_note';

/** Throws `invalid_input` where the proof's path is not the one that this order gives it, `device_time_off`. */
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

function answerOf(delivery: Delivery): Omit<DeliveryConfirmed, 'cash'> {
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
