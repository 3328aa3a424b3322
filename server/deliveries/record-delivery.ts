import type { Selectable } from 'kysely';
import type {
  ConfirmDelivery,
  DeliveryConfirmed,
} from '../../contract/operations/dashboard/deliveries/confirm-delivery.schema.ts';
import type { DeliveryConflict } from '../../contract/rules/delivery-conflicts.ts';
import type { DeliveryStage } from '../../contract/rules/problems.ts';
import { paymentLeft, type Settlement, settle } from '../../contract/rules/tender.ts';
import { isNotToHandOver } from '../../contract/rules/waiting-orders.ts';
import type { CashUpdate } from '../../contract/schemas/deliveries.ts';
import { postMovement } from '../cash/movements.ts';
import type { Command } from '../operations/operation.ts';
import { recomputeDriverStatus } from '../orders/driver-status.ts';
import { nudgeFulfilments } from '../orders/nudge-fulfilments.ts';
import { recordOrderEvent } from '../orders/order-events.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tables, Tx } from '../platform/database/database.ts';
import { addRow, changeRows, findRow, firstRow } from '../platform/database/rows.ts';
import { statement } from '../platform/database/statement.ts';
import { sideBySide } from '../platform/database/transactions.ts';
import { Problem } from '../platform/problem.ts';

export type DeliveryContext = Command<DeliveryStage> & { tx: Tx; actor: Staff & { driver_id: number } };

export type Delivery = {
  id: string;
  order: LockedOrder;
  input: ConfirmDelivery;
  /** Whether it completes the order; otherwise it is recorded beside it. */
  outcome: DeliveryConfirmed['outcome'];
  conflict: DeliveryConflict | null;
  settlement: Settlement;
  /** What the order is once this is written. */
  order_after: Pick<
    LockedOrder,
    'status' | 'payment_status' | 'actual_delivery_time' | 'delivery_duration_seconds'
  >;
  delivered_at: Date;
  image_file_id: string;
  note_file_id: string;
};

/** Writes the confirmation, completes the order where it does, and moves the cash. Null when it touches no cash. */
export async function recordDelivery(
  context: DeliveryContext,
  delivery: Delivery,
): Promise<CashUpdate | null> {
  const asked = sideBySide({
    confirmation: insertConfirmation(context, delivery),
    order: delivery.outcome === 'delivered' ? completeOrder(context, delivery) : Promise.resolve(),
    event: recordEvent(context, delivery),
    cash: moveCash(context, delivery),
  });
  await asked.confirmation;
  context.stage('order');
  await Promise.all([asked.order, asked.event]);
  return asked.cash;
}

async function insertConfirmation(
  { tx, actor, command_id, now }: DeliveryContext,
  delivery: Delivery,
): Promise<void> {
  const { id, order, input, outcome, conflict, settlement, delivered_at } = delivery;
  const confirmation = {
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
    outcome,
    conflict,
    command_id,
    delivered_at,
    recorded_at: now,
  };
  await addRow(tx, 'delivery_confirmations', confirmation);
}

/** Completes the order, leaves its fulfilment to do, and frees the driver when it was the last one out. */
async function completeOrder(
  { tx, actor: { shop_id, driver_id } }: DeliveryContext,
  { order: { id: order_id }, order_after }: Delivery,
): Promise<void> {
  const [updated] = await Promise.all([
    changeRows(tx, 'orders', { shop_id, id: order_id }, order_after),
    addRow(tx, 'order_fulfilments', { shop_id, order_id }),
    nudgeFulfilments(tx, shop_id),
    recomputeDriverStatus(tx, shop_id, driver_id),
  ]);
  if (updated !== 1) throw new Error('the locked order could not be completed');
}

async function recordEvent({ tx, actor }: DeliveryContext, delivery: Delivery): Promise<void> {
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
  await recordOrderEvent(tx, actor, order, { kind: conflict ? 'conflict' : 'delivered', detail });
  // An older page, or one without a connection, did not show that. The proof survives, and the desk reviews it.
  if (isNotToHandOver(order)) {
    const against = { conflict: 'not_to_hand_over' } as const;
    await recordOrderEvent(tx, actor, order, { kind: 'conflict', detail: against });
  }
}

async function moveCash(
  { tx, actor, command_id }: DeliveryContext,
  { id, settlement: { cash_fils }, delivered_at }: Delivery,
): Promise<CashUpdate | null> {
  if (cash_fils === 0) return null;
  const { success, error, to_total_fils } = await postMovement(tx, {
    shop_id: actor.shop_id,
    from: { holder: 'customers' },
    to: { holder: 'staff', user_id: actor.user_id },
    amount_fils: cash_fils,
    reason: 'delivery',
    source_type: 'delivery_confirmation',
    source_id: id,
    command_id,
    occurred_at: delivered_at,
    may_wait: true,
  });
  return { success, error, new_total_fils: to_total_fils, amount_fils: cash_fils };
}

/**
 * What was paid at the door: the amount due that the driver saw, which is the order's own or one that it had while it was his,
 * less `taken_fils`, which he has already taken for this order. `paid_fils` is what he has taken for it altogether. Throws `invalid_input`,
 * `payment_confirmation_required`.
 */
export async function settlementOf(
  context: DeliveryContext,
  order: LockedOrder,
  input: ConfirmDelivery,
  taken_fils: number,
): Promise<{ settlement: Settlement; paid_fils: number }> {
  const { due_amount_fils } = input;
  if (due_amount_fils !== order.due_amount_fils && !(await wasDue(context, order, due_amount_fils))) {
    const detail = `the amount due of this order is ${order.due_amount_fils} fils`;
    throw Problem.ofInput('due_amount_fils', detail);
  }
  const { payment_method, pays_either } = order;
  // Neither cash nor card machine is recorded of an order that is paid by either, unless the driver selected it.
  const is_confirmed = input.payment_received && (!pays_either || input.tender !== null);
  if (due_amount_fils > 0 && !is_confirmed) throw new Problem('payment_confirmation_required');
  const seen = { payment_method, pays_either, payment_status: 'pending', due_amount_fils } as const;
  const settlement = settle(paymentLeft(seen, taken_fils), input);
  return { settlement, paid_fils: taken_fils + settlement.collected_fils };
}

/** Whether the order had this amount due at some time since it was first given to this driver. */
async function wasDue(
  { tx, actor: { shop_id, driver_id } }: DeliveryContext,
  { id: order_id }: LockedOrder,
  due_amount_fils: number,
): Promise<boolean> {
  const former = await tx
    .selectFrom('order_amounts')
    .select('due_amount_fils')
    .where((amount) => amount.and({ shop_id, order_id, due_amount_fils }))
    .where('replaced_at', '>=', (amount) =>
      amount
        .selectFrom('order_assignments')
        .select((select) => select.fn.min('assigned_at').as('first'))
        .where((assignment) => assignment.and({ shop_id, order_id, driver_id })),
    )
    .executeTakeFirst();
  return former !== undefined;
}

export type LockedOrder = Pick<
  Selectable<Tables['orders']>,
  | 'shop_id'
  | 'id'
  | 'order_number'
  | 'driver_id'
  | 'status'
  | 'payment_method'
  | 'pays_either'
  | 'waits_because'
  | 'payment_status'
  | 'due_amount_fils'
  | 'created_at'
  | 'dispatching_started_at'
  | 'actual_delivery_time'
  | 'delivery_duration_seconds'
>;

/** Locks an order that whoever acts was ever given. Throws `order_not_assigned` for one that may only be seen, `not_found` otherwise. */
export async function lockOrder(tx: Tx, order_id: string): Promise<LockedOrder> {
  const locking = statement<LockedOrder>`
    select shop_id, id, order_number, driver_id, status, payment_method, pays_either, waits_because, payment_status, due_amount_fils, created_at,
      dispatching_started_at, actual_delivery_time, delivery_duration_seconds
    from lock_order(${order_id}::uuid)`;
  const locked = await firstRow(tx, locking);
  if (locked) return locked;
  // Row security shows those of the actor's shop.
  const visible = await findRow(tx, 'orders', { id: order_id }, ['id']);
  throw new Problem(visible ? 'order_not_assigned' : 'not_found');
}
