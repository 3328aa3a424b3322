import type {
  CollectOwed,
  OwedCollected,
} from '../../../contract/operations/dashboard/order-payments/collect-owed.schema.ts';
import { takenAmounts } from '../../../contract/rules/orders/takings.ts';
import type { CashStage } from '../../../contract/rules/problems.ts';
import { instantOfOrderPayment } from '../../../contract/rules/references.ts';
import { deliveryFolder, paymentReceiptName } from '../../../contract/rules/storage-paths.ts';
import type { CashUpdate } from '../../../contract/schemas/deliveries.ts';
import { postMovement } from '../../cash/movements.ts';
import { pinFiles } from '../../files/pin-file.ts';
import type { Command } from '../../operations/operation.ts';
import { nudgeFulfilments } from '../../orders/nudge-fulfilments.ts';
import { recordOrderEvent, usersOfDrivers } from '../../orders/order-events.ts';
import type { Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { addUnlessThere, firstRow } from '../../platform/database/rows.ts';
import { readShop } from '../../platform/database/shop-facts.ts';
import { sql } from '../../platform/database/sql.ts';
import { admitNamedTime, occurredAt } from '../../platform/device-clock.ts';
import { Problem } from '../../platform/problem.ts';
import { balanceOf, type DeliveredOrder, lockDeliveredOrder, statusAfter } from './order-balance.ts';

/**
 * Records a payment of a delivered order: by the driver of the delivery at the door, or by a Manager at the
 * desk. Cash really taken is recorded even if nothing is owed any more (ruling A9); the excess is then
 * owed to the customer. Throws `driver_not_found`, `invalid_amount`, `not_found`, `order_not_assigned`,
 * `order_not_completed` without a delivery, `invalid_input`, `device_time_off`, `file_missing`,
 * `reference_taken`.
 */
export async function collectOwed(
  tx: Tx,
  actor: Staff,
  input: CollectOwed,
  { command_id, now, stage, changed }: Command<CashStage>,
): Promise<OwedCollected> {
  const { shop_id, user_id } = actor;
  const { reference, order_id, customer_name, taken, receipt } = input;
  if (actor.role !== 'Manager' && actor.driver_id === null) throw new Problem('driver_not_found');
  const { collected_fils, pending_fils } = takenAmounts(0, taken, 0);
  if (collected_fils + pending_fils === 0) throw new Problem('invalid_amount');
  stage('record');
  const order = await lockDeliveredOrder(tx, order_id);
  const delivery = await deliveryOf(tx, actor, order);
  const before = await balanceOf(tx, order);
  const receipt_url = await receiptPath(tx, order, delivery, input, now);
  stage('receipt');
  const receipt_file_id = await pinFiles(tx, 'order-deliveries', { receipt })('receipt', receipt_url);
  stage('record');
  const { cash_fils, card_fils, link, transfer } = taken;
  const payment = {
    shop_id,
    id: tx.newId(),
    reference,
    order_id,
    confirmation_id: delivery.id,
    driver_id: delivery.driver_id,
    user_id,
    customer_name,
    cash_fils,
    card_fils,
    link_fils: link?.amount_fils ?? 0,
    link_reference: link?.reference ?? null,
    transfer_fils: transfer?.amount_fils ?? 0,
    transfer_reference: transfer?.reference ?? null,
    receipt_url,
    receipt_file_id,
    command_id,
    occurred_at: occurredAt(input, delivery.delivered_at, now),
    recorded_at: now,
  };
  if (!(await addUnlessThere(tx, 'order_payments', payment, ['shop_id', 'reference']))) {
    throw new Problem('reference_taken');
  }
  const { id, occurred_at } = payment;
  const detail = { payment_id: id, collected_fils, pending_fils };
  await recordOrderEvent(tx, actor, order, { kind: 'paid', detail });
  const after = await balanceOf(tx, order);
  const payment_status = statusAfter(order, after);
  if (payment_status === 'paid' && order.payment_status !== 'paid') await nudgeFulfilments(tx, shop_id);
  stage('cash');
  const cash = await moveCash(tx, actor, { id, cash_fils, occurred_at, command_id });
  const user_ids = [user_id, ...(await usersOfDrivers(tx, shop_id, [delivery.driver_id]))];
  changed({
    what: 'collect_owed',
    subject_id: order_id,
    before: { payment_status: order.payment_status, ...before },
    after: {
      payment_status,
      ...after,
      excess_fils: after.refund_fils - before.refund_fils,
      payment_id: id,
      reference,
      cash_fils,
      card_fils,
      link_fils: payment.link_fils,
      transfer_fils: payment.transfer_fils,
      occurred_at: occurred_at.toISOString(),
      ...(cash && { cash_posted: cash.success }),
    },
    personal_fields: ['customer_name'],
    touched: [
      { topic: 'orders', subject_id: order_id, audience: 'desk', user_ids },
      ...(cash ? [{ topic: 'cash', subject_id: id, audience: 'desk', user_ids } as const] : []),
    ],
  });
  return {
    id,
    reference,
    order_id,
    order_number: order.order_number,
    payment_status,
    ...after,
    excess_fils: after.refund_fils - before.refund_fils,
    occurred_at: occurred_at.toISOString(),
    cash,
  };
}

type PaidDelivery = { id: string; driver_id: number; delivered_at: Date };

/**
 * Finds the delivery that the payment belongs to, the one that completed the order if there is one; for a
 * driver among their own. Throws `order_not_completed`.
 */
async function deliveryOf(tx: Tx, actor: Staff, { shop_id, id }: DeliveredOrder): Promise<PaidDelivery> {
  const finding = sql<PaidDelivery>`
    select c.id, c.driver_id, c.delivered_at from delivery_confirmations c
    where c.shop_id = ${shop_id} and c.order_id = ${id}
      and (${actor.role === 'Manager'}::boolean or c.driver_id = ${actor.driver_id}::int)
    order by c.outcome = 'delivered' desc, c.recorded_at desc, c.id desc limit 1`;
  const delivery = await firstRow(tx, finding);
  if (!delivery) throw new Problem('order_not_completed');
  return delivery;
}

/** Builds the path from the instant in the reference. Throws `invalid_input`, `device_time_off`. */
async function receiptPath(
  tx: Tx,
  { shop_id, id: order_id, order_number }: DeliveredOrder,
  { driver_id }: PaidDelivery,
  input: CollectOwed,
  now: Date,
): Promise<string> {
  const named_at = instantOfOrderPayment(input.reference);
  if (!named_at) throw Problem.ofInput('reference', 'must be OP- and milliseconds since 1970');
  admitNamedTime(named_at, input, now);
  const { time_zone } = await readShop(tx);
  const named = { shop_id, driver_id, order_id, order_number, delivered_at: named_at, time_zone };
  return deliveryFolder(named) + paymentReceiptName(input.reference);
}

type Moved = { id: string; cash_fils: number; occurred_at: Date; command_id: string };

/** Returns null if no cash moves. */
async function moveCash(
  tx: Tx,
  { shop_id, user_id }: Staff,
  { id, cash_fils, occurred_at, command_id }: Moved,
): Promise<CashUpdate | null> {
  if (cash_fils === 0) return null;
  const { success, error, to_total_fils } = await postMovement(tx, {
    shop_id,
    from: { holder: 'customers' },
    to: { holder: 'staff', user_id },
    amount_fils: cash_fils,
    reason: 'order_payment',
    source_type: 'order_payment',
    source_id: id,
    command_id,
    occurred_at,
    may_wait: true,
  });
  return { success, error, new_total_fils: to_total_fils, amount_fils: cash_fils };
}
