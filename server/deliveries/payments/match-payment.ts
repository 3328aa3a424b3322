import type {
  MatchPayment,
  PaymentMatched,
} from '../../../contract/operations/desk/payments/match-payment.schema.ts';
import type { Command } from '../../operations/operation.ts';
import { nudgeFulfilments } from '../../orders/nudge-fulfilments.ts';
import { recordOrderEvent, usersOfDrivers } from '../../orders/order-events.ts';
import type { Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { addUnlessThere, firstRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { Problem } from '../../platform/problem.ts';
import { balanceOf, lockDeliveredOrder, statusAfter } from './order-balance.ts';

/**
 * Decides about a pending payment: the shop has received it, or it has not, and the amount is owed again.
 * Throws `not_found`, `own_payment`, `payment_changed` if a correction changed the amount,
 * `reference_differs`, `payment_matched`.
 */
export async function matchPayment(
  tx: Tx,
  actor: Staff,
  { source_id, tender, reference, amount_fils, outcome }: MatchPayment,
  { command_id, now, changed }: Command,
): Promise<PaymentMatched> {
  const { shop_id, user_id } = actor;
  const { order_id } = await findPending(tx, shop_id, source_id, tender);
  // Corrections lock the order too, so the payment cannot change any more.
  const order = await lockDeliveredOrder(tx, order_id);
  const pending = await findPending(tx, shop_id, source_id, tender);
  if (pending.user_id === user_id) throw new Problem('own_payment');
  if (pending.amount_fils !== amount_fils) throw new Problem('payment_changed');
  if (pending.reference !== reference) throw new Problem('reference_differs');
  const before = await balanceOf(tx, order);
  const match = {
    shop_id,
    id: tx.newId(),
    order_id,
    source_id,
    tender,
    reference,
    amount_fils,
    outcome,
    decided_by: user_id,
    command_id,
    recorded_at: now,
  };
  const key = ['shop_id', 'source_id', 'tender', 'reference', 'amount_fils'] as const;
  if (!(await addUnlessThere(tx, 'payment_matches', match, key))) throw new Problem('payment_matched');
  const detail = { match_id: match.id, tender, amount_fils, outcome };
  await recordOrderEvent(tx, actor, order, { kind: 'matched', detail });
  const after = await balanceOf(tx, order);
  const payment_status = statusAfter(order, after);
  if (payment_status === 'paid' && order.payment_status !== 'paid') await nudgeFulfilments(tx, shop_id);
  changed({
    what: 'match_payment',
    subject_id: order_id,
    before: { payment_status: order.payment_status, ...before },
    after: {
      match_id: match.id,
      order_id,
      outcome,
      payment_status,
      ...after,
      source_id,
      tender,
      amount_fils,
    },
    touched: [
      {
        topic: 'orders',
        subject_id: order_id,
        audience: 'desk',
        user_ids: [pending.user_id, ...(await usersOfDrivers(tx, shop_id, [order.driver_id]))],
      },
    ],
  });
  return { match_id: match.id, order_id, outcome, payment_status, ...after };
}

type Pending = { order_id: string; user_id: string; reference: string; amount_fils: number };

/** Finds a payment by link or transfer as it is after corrections. Throws `not_found`. */
async function findPending(
  tx: Tx,
  shop_id: number,
  source_id: string,
  tender: MatchPayment['tender'],
): Promise<Pending> {
  const finding = sql<Pending>`
    select s.order_id, s.user_id, p.reference, p.amount_fils from (
      select order_id, user_id, link_fils, link_reference, transfer_fils, transfer_reference from delivery_facts
      where shop_id = ${shop_id} and confirmation_id = ${source_id} and outcome = 'delivered'
      union all
      select order_id, user_id, link_fils, link_reference, transfer_fils, transfer_reference from order_payments
      where shop_id = ${shop_id} and id = ${source_id}
    ) s
    cross join lateral (values ('payment_link', s.link_reference, s.link_fils), ('bank_transfer', s.transfer_reference, s.transfer_fils))
      as p (tender, reference, amount_fils)
    where p.tender = ${tender} and p.amount_fils > 0`;
  const pending = await firstRow(tx, finding);
  if (!pending) throw new Problem('not_found');
  return pending;
}
