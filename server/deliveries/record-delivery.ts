import type { Insertable } from 'kysely';
import type {
  ConfirmDelivery,
  DeliveryConfirmed,
} from '../../contract/operations/dashboard/deliveries/confirm-delivery.schema.ts';
import type { DeliveryConflict } from '../../contract/rules/orders/delivery-conflicts.ts';
import type { TakenAmounts } from '../../contract/rules/orders/takings.ts';
import { isNotToHandOver } from '../../contract/rules/orders/waiting-orders.ts';
import type { DeliveryStage } from '../../contract/rules/problems.ts';
import type { CashUpdate } from '../../contract/schemas/deliveries.ts';
import type { AuditedChange, Facts } from '../audit/audit-event.ts';
import { postMovement } from '../cash/movements.ts';
import type { Command } from '../operations/operation.ts';
import { nudgeFulfilments } from '../orders/nudge-fulfilments.ts';
import { type DeliveredPart, recordOrderEvent } from '../orders/order-events.ts';
import { recomputeDriverStatus } from '../orders/status/driver-status.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tables, Tx } from '../platform/database/database.ts';
import { addRow, addRows, changeRows } from '../platform/database/rows.ts';
import { startTogether } from '../platform/database/transactions.ts';
import type { LockedOrder } from './lock-order.ts';

export type DeliveryContext = Command<DeliveryStage> & { tx: Tx; actor: Staff & { driver_id: number } };

/** The input of every confirmation of a delivery. */
export type DeliveryInput = Omit<ConfirmDelivery, 'tender'>;

/** The collected amount by cash and card, of which the cash is added to the driver's cash on hand. */
export type Collected = Pick<TakenAmounts, 'tender' | 'collected_fils' | 'cash_fils'>;

type NewConfirmation = Insertable<Tables['delivery_confirmations']>;
type NewLine = Insertable<Tables['delivery_lines']>;

/** The record of a delivery of which not all goods, or not exactly the amount due, were taken. */
export type AsTaken = {
  columns: Pick<
    NewConfirmation,
    | 'due_fils'
    | 'rounding_fils'
    | 'received_fils'
    | 'link_fils'
    | 'link_reference'
    | 'transfer_fils'
    | 'transfer_reference'
    | 'refund_fils'
    | 'short_reason'
    | 'consent_id'
  >;
  /** The lines of the order; none if the customer took all goods. */
  lines: readonly Pick<
    NewLine,
    'item_id' | 'name' | 'qty' | 'handed_over' | 'refused_because' | 'unit_price_fils' | 'amount_fils'
  >[];
  detail: DeliveredPart;
  /** The facts for the audit. */
  facts: Facts;
  personal_fields: NonNullable<AuditedChange['personal_fields']>;
};

/** A decided delivery, before anything is written. */
export type Delivery = {
  id: string;
  order: LockedOrder;
  input: DeliveryInput;
  /** `delivered` completes the order; otherwise the confirmation is recorded without changing it. */
  outcome: DeliveryConfirmed['outcome'];
  conflict: DeliveryConflict | null;
  settlement: Collected;
  as_taken: AsTaken | null;
  /** The order's state after the delivery. */
  order_after: Pick<
    LockedOrder,
    'status' | 'payment_status' | 'actual_delivery_time' | 'delivery_duration_seconds'
  >;
  delivered_at: Date;
  image_file_id: string;
  note_file_id: string;
};

/**
 * Writes the confirmation, completes the order if it is delivered without conflict, and moves the cash.
 * Returns null if no cash moves.
 */
export async function recordDelivery(
  context: DeliveryContext,
  delivery: Delivery,
): Promise<CashUpdate | null> {
  const pending = startTogether({
    confirmation: insertConfirmation(context, delivery),
    lines: insertLines(context, delivery),
    order: delivery.outcome === 'delivered' ? completeOrder(context, delivery) : Promise.resolve(),
    event: recordEvent(context, delivery),
    cash: moveCash(context, delivery),
  });
  await Promise.all([pending.confirmation, pending.lines]);
  context.stage('order');
  await Promise.all([pending.order, pending.event]);
  return pending.cash;
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
    ...delivery.as_taken?.columns,
  };
  await addRow(tx, 'delivery_confirmations', confirmation);
}

/** Sends nothing for a delivery of all goods. */
async function insertLines({ tx, actor }: DeliveryContext, delivery: Delivery): Promise<void> {
  const { id: confirmation_id, order, as_taken } = delivery;
  if (!as_taken || as_taken.lines.length === 0) return;
  const { shop_id, driver_id, user_id } = actor;
  const rows = as_taken.lines.map((line, at) => ({
    ...{ shop_id, confirmation_id, order_id: order.id, driver_id, user_id, position: at + 1 },
    ...line,
  }));
  await addRows(tx, 'delivery_lines', rows);
}

/**
 * Completes the order, enqueues its fulfilment, and makes the driver available if no other order of theirs is
 * on the road.
 */
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
    ...delivery.as_taken?.detail,
  };
  await recordOrderEvent(tx, actor, order, { kind: conflict ? 'conflict' : 'delivered', detail });
  // An outdated or offline page does not show that the order must not be handed over, so the desk reviews the
  // delivery.
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
