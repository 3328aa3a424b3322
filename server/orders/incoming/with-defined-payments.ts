import type { Tx } from '../../platform/database/database.ts';
import type { NewOrder } from '../contents/new-order.ts';
import { keepNames, type OwnNames, readOwnNames } from './own-names.ts';
import { paymentOnDelivery } from './payment-on-delivery.ts';

/**
 * Returns the orders of a file with the payments that their names mean now: reading a file takes minutes, and
 * a user may define a name meanwhile. Stores the names; until the commit, no user can define them. Throws
 * `ChangedMeanwhile`: the transaction is then retried.
 */
export async function withDefinedPayments(
  tx: Tx,
  shop_id: number,
  orders: readonly NewOrder[],
  now: Date,
): Promise<NewOrder[]> {
  const names = orders.flatMap(({ payment_names }) => payment_names ?? []);
  const own = await readOwnNames(tx, shop_id);
  await keepNames(tx, shop_id, own, { kind: 'payment', names }, now);
  return orders.map((order) => withMeaning(order, own.payment));
}

function withMeaning(order: NewOrder, own: OwnNames['payment']): NewOrder {
  const { payment_names: names, told_due_fils: due_fils = null, total_amount_fils: total_fils } = order;
  if (names == null) return order;
  return { ...order, ...paymentOnDelivery({ names, due_fils, total_fils }, own) };
}
