import type { CorrectOrderByHand } from '../../../contract/operations/desk/order/correct-order.schema.ts';
import type { EndpointResponse } from '../../../contract/operations/endpoint-schemas.ts';
import { isOpen } from '../../../contract/rules/orders/order-life.ts';
import { sentSeparately } from '../../../contract/rules/orders/sent-separately.ts';
import type { Operation } from '../../operations/operation.ts';
import { commandRoute } from '../../operations/route.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { findRow } from '../../platform/database/rows.ts';
import { Problem } from '../../platform/problem.ts';
import { readReason } from '../../platform/read-reason.ts';
import { renamed } from '../contents/customer-name.ts';
import type { NewOrder } from '../contents/new-order.ts';
import { personalFieldsOf, updateOrder } from '../contents/update-order.ts';
import { type LockedShopOrder, lockShopOrder } from '../lock-shop-order.ts';
import { orderChange } from '../order-events.ts';
import { linesWithProducts } from '../order-rows.ts';
import { contentsOf, paidBy } from './contents-by-hand.ts';

/**
 * Changes the contents of an open order to those that a user entered at the desk, as an import or the store
 * would, and records the reason. Writes nothing if the order has changed since the user saw it. The store's
 * next update overwrites the correction. Throws `invalid_input`, `not_found`, `order_closed`, `order_moved`.
 */
export async function correctOrderByHand(
  tx: Tx,
  actor: Actor,
  input: CorrectOrderByHand,
  { changed, unchanged }: Operation,
): Promise<EndpointResponse<'correct_order'>> {
  const reason = readReason(input.reason);
  const { shop_id } = actor;
  const { order_id, seen_version } = input;
  const locked = await lockShopOrder(tx, { shop_id, order_id });
  const { order_number, status, version } = locked;
  if (!isOpen(status)) throw Problem.about('order_closed', { order_number, status, stays: 'everything' });
  if (version !== seen_version) throw Problem.about('order_moved', { order_number, status });
  const order = await orderAsWritten(tx, locked, input);
  const names = await updateOrder(tx, actor, { shop_id, order_id }, order, reason);
  if (names.length === 0) {
    unchanged();
    return { order_id, version, changed: [] };
  }
  const corrected = {
    what: 'correct_order',
    before: { due_amount_fils: locked.due_amount_fils },
    after: { due_amount_fils: order.due_amount_fils, changed: names },
    personal_fields: [...personalFieldsOf(names), 'reason'],
  } as const;
  changed(await orderChange(tx, locked, corrected));
  const after = await findRow(tx, 'orders', { shop_id, id: order_id }, ['version']);
  return { order_id, version: after?.version ?? version, changed: names };
}

export const correctOrderRoute = commandRoute('correct_order', correctOrderByHand);

async function orderAsWritten(tx: Tx, locked: LockedShopOrder, input: CorrectOrderByHand): Promise<NewOrder> {
  const { shop_id, id, customer_id, order_number, external_id, created_at, tax_fils } = locked;
  const customer = await findRow(tx, 'customers', { shop_id, id: customer_id }, ['first_name', 'last_name']);
  if (!customer) throw new Error('the order has no customer');
  const name = renamed(input.customer_name, customer);
  if (input.customer_name === '' && `${customer.first_name}${customer.last_name}`.trim() !== '') {
    throw Problem.ofInput('customer_name', 'must not be blank');
  }
  const identity = {
    order_number,
    external_id,
    created_at,
    customer: { ...name, phone: input.phone || null },
  };
  const lines = await linesWithProducts(tx, shop_id, [id]);
  const sent_fils = sentSeparately(locked.subtotal_fils, lines);
  const contents = contentsOf(input, { tax_fils, sent_fils });
  return { ...contents, ...paymentOf(locked, input, contents.due_amount_fils), ...identity };
}

/**
 * Returns the payment columns after the correction. If the user selects how the order is paid, or that
 * nothing is due, the order no longer waits, and the payment names of its source no longer apply. Otherwise
 * the payment is unchanged: an older page shows an order payable by either method as cash, and a waiting
 * order with a method that no user selected.
 */
function paymentOf(
  locked: LockedShopOrder,
  { payment_method, pays_either }: CorrectOrderByHand,
  due_amount_fils: number,
): Partial<NewOrder> {
  const is_another =
    payment_method !== locked.payment_method || (pays_either ?? false) !== locked.pays_either;
  const waits = locked.waits_because !== null;
  const is_selected =
    pays_either === undefined ? payment_method !== locked.payment_method : is_another || waits;
  if (is_selected || (waits && due_amount_fils === 0))
    return { waits_because: null, payment_names: null, told_due_fils: null };
  const due_changed = locked.payment_names !== null && due_amount_fils !== locked.due_amount_fils;
  return { ...paidBy(locked, due_amount_fils), ...(due_changed ? { told_due_fils: due_amount_fils } : {}) };
}
