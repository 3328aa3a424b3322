import type { DeliveryConflict } from '../../contract/rules/delivery-conflicts.ts';
import type { DeliveryStage } from '../../contract/rules/problems.ts';
import { type PaymentStatus, paymentLeft, type Settlement, settle } from '../../contract/rules/tender.ts';
import type { CashUpdate, ConfirmDelivery, DeliveryConfirmed } from '../../contract/schemas/deliveries.ts';
import { postMovement } from '../cash/movements.ts';
import { pinFile } from '../files/pin-file.ts';
import type { Change, Command } from '../operations/operation.ts';
import { recomputeDriverStatus } from '../orders/driver-status.ts';
import { nudgeFulfilments } from '../orders/nudge-fulfilments.ts';
import { takenAtDoor } from '../orders/taken-at-door.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { readShop } from '../platform/database/shop-facts.ts';
import { admitNamedMonth, occurredAt } from '../platform/device-clock.ts';
import { Problem } from '../platform/problem.ts';
import { admitProof, conflictOf, durationSeconds } from './delivery-policy.ts';
import { type LockedOrder, lockOrder } from './lock-order.ts';

type Context = { tx: Tx; actor: Staff & { driver_id: number }; command_id: string; now: Date };

/** A delivery as it will be written. */
type Delivery = {
  id: string;
  order: LockedOrder;
  input: ConfirmDelivery;
  /** Whether it completes the order; otherwise it is recorded beside it. */
  completes: boolean;
  conflict: DeliveryConflict | null;
  settlement: Settlement;
  /** The order's once it is completed by this delivery. */
  payment_status: PaymentStatus;
  delivered_at: Date;
  image_file_id: string;
  note_file_id: string;
};

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
  { command_id, now, stage, changed }: Command<DeliveryStage>,
): Promise<DeliveryConfirmed> {
  if (actor.driver_id === null) throw new Problem('driver_not_found');
  const own = { tx, actor: { ...actor, driver_id: actor.driver_id }, command_id, now };
  if (!input.receipt_confirmed) throw new Problem('missing_information');

  stage('order');
  const [order, { time_zone }] = await Promise.all([
    lockOrder(tx, own.actor, input.order_id),
    readShop(tx, actor.shop_id),
  ]);
  stage('photo');
  const image_file_id = await pinProof(own, order, 'delivery_image', input, time_zone);
  stage('note');
  const note_file_id = await pinProof(own, order, 'delivery_note', input, time_zone);

  stage('confirmation');
  const { settlement, paid_fils } = await settlementOf(own, order, input);
  const conflict = conflictOf(order, own.actor.driver_id);
  const amount_changed = input.due_amount_fils !== order.due_amount_fils;
  const delivery: Delivery = {
    id: tx.newId(),
    order,
    input,
    completes: conflict === null,
    conflict: conflict ?? (amount_changed ? 'amount_changed' : null),
    settlement,
    payment_status: order.due_amount_fils > 0 && paid_fils === 0 ? 'pending' : 'paid',
    delivered_at: occurredAt(input, order.dispatching_started_at ?? order.created_at, own.now),
    image_file_id,
    note_file_id,
  };
  await insertConfirmation(own, delivery);
  stage('order');
  await Promise.all([delivery.completes && completeOrder(own, delivery), recordEvent(own, delivery)]);
  const cash = await moveCash(own, delivery);
  const answer = answerOf(delivery, cash);
  changed(changeOf(actor, delivery, answer));
  return answer;
}

async function pinProof(
  { tx, actor, now }: Context,
  order: LockedOrder,
  field: 'delivery_image' | 'delivery_note',
  input: ConfirmDelivery,
  time_zone: string,
): Promise<string> {
  const file = input[field];
  const month = admitProof(field, file.path, {
    shop_id: actor.shop_id,
    driver_id: actor.driver_id,
    order_id: order.id,
    order_number: order.order_number,
  });
  admitNamedMonth(month, time_zone, input, now);
  const type = field === 'delivery_image' ? 'image/jpeg' : 'application/pdf';
  return pinFile(tx, actor, { bucket: 'order-deliveries', ...file, type });
}

/**
 * What was paid at the door: the amount due that the driver saw, which is the order's own or one that it had while it was his,
 * less what he has already taken for this order. `paid_fils` is what he has taken for it altogether.
 */
async function settlementOf(
  { tx, actor }: Context,
  order: LockedOrder,
  input: ConfirmDelivery,
): Promise<{ settlement: Settlement; paid_fils: number }> {
  const seen_fils = input.due_amount_fils;
  if (seen_fils !== order.due_amount_fils && !(await wasDue({ tx, actor }, order, seen_fils))) {
    const detail = `the amount due of this order is ${order.due_amount_fils} fils`;
    throw new Problem('invalid_input', `due_amount_fils: ${detail}`, [
      { pointer: '/due_amount_fils', detail },
    ]);
  }
  if (seen_fils > 0 && !input.payment_received) throw new Problem('payment_confirmation_required');
  const taken_fils = await takenAtDoor(tx, actor, order.id);
  const { payment_method } = order;
  const seen = { payment_method, payment_status: 'pending', due_amount_fils: seen_fils } as const;
  const settlement = settle(paymentLeft(seen, taken_fils), input);
  return { settlement, paid_fils: taken_fils + settlement.collected_fils };
}

/** Whether the order had this amount due at some time since it was first given to this driver. */
async function wasDue(
  { tx, actor }: Pick<Context, 'tx' | 'actor'>,
  order: LockedOrder,
  due_amount_fils: number,
): Promise<boolean> {
  const former = await tx
    .selectFrom('order_amounts')
    .select('due_amount_fils')
    .where('shop_id', '=', actor.shop_id)
    .where('order_id', '=', order.id)
    .where('due_amount_fils', '=', due_amount_fils)
    .where('replaced_at', '>=', (amount) =>
      amount
        .selectFrom('order_assignments')
        .select((select) => select.fn.min('assigned_at').as('first'))
        .where('shop_id', '=', actor.shop_id)
        .where('order_id', '=', order.id)
        .where('driver_id', '=', actor.driver_id),
    )
    .executeTakeFirst();
  return former !== undefined;
}

async function insertConfirmation(
  { tx, actor, command_id, now }: Context,
  delivery: Delivery,
): Promise<void> {
  const { id, order, input, conflict, settlement, delivered_at } = delivery;
  await tx
    .insertInto('delivery_confirmations')
    .values({
      shop_id: actor.shop_id,
      id,
      order_id: order.id,
      driver_id: actor.driver_id,
      user_id: actor.user_id,
      delivery_image_url: input.delivery_image.path,
      customer_signature_url: input.delivery_note.path,
      delivery_image_file_id: delivery.image_file_id,
      delivery_note_file_id: delivery.note_file_id,
      customer_name: input.customer_name,
      tender: settlement.tender,
      collected_fils: settlement.collected_fils,
      cash_fils: settlement.cash_fils,
      outcome: delivery.completes ? 'delivered' : 'recorded_with_conflict',
      conflict,
      command_id,
      delivered_at,
      recorded_at: now,
    })
    .execute();
}

/** Completes the order, leaves its fulfilment to do, and frees the driver when it was the last one out. */
async function completeOrder({ tx, actor }: Context, delivery: Delivery): Promise<void> {
  const { order, delivered_at } = delivery;
  const completing = tx
    .updateTable('orders')
    .set({
      status: 'completed',
      payment_status: delivery.payment_status,
      actual_delivery_time: delivered_at,
      delivery_duration_seconds: durationSeconds(order.dispatching_started_at, delivered_at),
    })
    .where('shop_id', '=', actor.shop_id)
    .where('id', '=', order.id);
  const fulfilment = { shop_id: actor.shop_id, order_id: order.id };
  const [updated] = await Promise.all([
    completing.executeTakeFirst(),
    tx.insertInto('order_fulfilments').values(fulfilment).execute(),
    nudgeFulfilments(tx, actor.shop_id),
    recomputeDriverStatus(tx, actor.shop_id, actor.driver_id),
  ]);
  if (updated.numUpdatedRows !== 1n) throw new Error('the locked order could not be completed');
}

async function recordEvent({ tx, actor }: Context, delivery: Delivery): Promise<void> {
  const { id, order, input, conflict, settlement, delivered_at } = delivery;
  const detail = {
    confirmation_id: id,
    from: order.status,
    delivered_at: delivered_at.toISOString(),
    tender: settlement.tender,
    collected_fils: settlement.collected_fils,
    ...(conflict ? { conflict } : {}),
    ...(conflict === 'amount_changed'
      ? { due_fils: order.due_amount_fils, seen_fils: input.due_amount_fils }
      : {}),
  };
  await tx
    .insertInto('order_events')
    .values({
      shop_id: actor.shop_id,
      id: tx.newId(),
      order_id: order.id,
      kind: conflict ? 'conflict' : 'delivered',
      detail: JSON.stringify(detail),
      actor_user_id: actor.user_id,
    })
    .execute();
}

/** Null when the delivery does not touch cash. */
async function moveCash({ tx, actor, command_id }: Context, delivery: Delivery): Promise<CashUpdate | null> {
  const { cash_fils } = delivery.settlement;
  if (cash_fils === 0) return null;
  const posted = await postMovement(tx, {
    shop_id: actor.shop_id,
    from: { holder: 'customers' },
    to: { holder: 'staff', user_id: actor.user_id },
    amount_fils: cash_fils,
    reason: 'delivery',
    source_type: 'delivery_confirmation',
    source_id: delivery.id,
    command_id,
    occurred_at: delivery.delivered_at,
    may_wait: true,
  });
  return {
    success: posted.success,
    error: posted.error,
    new_total_fils: posted.to_total_fils,
    amount_fils: cash_fils,
  };
}

function changeOf(
  { user_id }: Staff,
  { order, settlement }: Delivery,
  { confirmation_id, outcome, conflict, delivered_at, order: after }: DeliveryConfirmed,
): Change {
  const seen_by = { audience: 'desk', user_ids: [user_id] } as const;
  return {
    what: 'confirm_delivery',
    subject_id: order.id,
    before: { status: order.status, payment_status: order.payment_status },
    after: {
      status: after.status,
      payment_status: after.payment_status,
      confirmation_id,
      outcome,
      conflict,
      delivered_at,
      tender: settlement.tender,
      collected_fils: settlement.collected_fils,
      cash_fils: settlement.cash_fils,
    },
    personal_fields: ['customer_name'],
    touched: [
      { topic: 'orders', subject_id: order.id, ...seen_by },
      ...(settlement.cash_fils > 0 ? [{ topic: 'cash', ...seen_by } as const] : []),
    ],
  };
}

function answerOf(delivery: Delivery, cash: CashUpdate | null): DeliveryConfirmed {
  const { id, order, conflict, delivered_at } = delivery;
  const after = delivery.completes
    ? {
        status: 'completed' as const,
        payment_status: delivery.payment_status,
        actual_delivery_time: delivered_at.toISOString(),
        delivery_duration_seconds: durationSeconds(order.dispatching_started_at, delivered_at),
      }
    : {
        status: order.status,
        payment_status: order.payment_status,
        actual_delivery_time: order.actual_delivery_time?.toISOString() ?? null,
        delivery_duration_seconds: order.delivery_duration_seconds,
      };
  return {
    confirmation_id: id,
    outcome: delivery.completes ? 'delivered' : 'recorded_with_conflict',
    conflict,
    order: { id: order.id, order_number: order.order_number, ...after },
    delivered_at: delivered_at.toISOString(),
    cash,
  };
}
