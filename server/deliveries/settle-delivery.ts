import { paymentLeft, type Settlement, settle } from '../../contract/rules/tender.ts';
import type { ConfirmDelivery } from '../../contract/schemas/deliveries.ts';
import { takenAtDoor } from '../orders/taken-at-door.ts';
import { Problem } from '../platform/problem.ts';
import type { LockedOrder } from './lock-order.ts';
import type { DeliveryContext } from './record-delivery.ts';

/**
 * What was paid at the door: the amount due that the driver saw, which is the order's own or one that it had while it was his,
 * less what he has already taken for this order. `paid_fils` is what he has taken for it altogether. Throws `invalid_input`,
 * `payment_confirmation_required`.
 */
export async function settlementOf(
  context: DeliveryContext,
  order: LockedOrder,
  input: ConfirmDelivery,
): Promise<{ settlement: Settlement; paid_fils: number }> {
  const { due_amount_fils } = input;
  if (due_amount_fils !== order.due_amount_fils && !(await wasDue(context, order, due_amount_fils))) {
    const detail = `the amount due of this order is ${order.due_amount_fils} fils`;
    throw Problem.ofInput('due_amount_fils', detail);
  }
  if (due_amount_fils > 0 && !input.payment_received) throw new Problem('payment_confirmation_required');
  const taken_fils = await takenAtDoor(context.tx, context.actor, order.id);
  const { payment_method } = order;
  const seen = { payment_method, payment_status: 'pending', due_amount_fils } as const;
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
