import type { AddOrderByHand } from '../../../contract/operations/desk/order/add-order.schema.ts';
import type { EndpointResponse } from '../../../contract/operations/endpoint-schemas.ts';
import { orderNumberOf } from '../../../contract/rules/orders/order-number.ts';
import type { Change, Operation } from '../../operations/operation.ts';
import { commandRoute } from '../../operations/route.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { errorCode } from '../../platform/error-code.ts';
import { Problem } from '../../platform/problem.ts';
import { splitName } from '../contents/customer-name.ts';
import { PERSONAL_OF_NEW_ORDER, writeOrders } from '../contents/write-orders.ts';
import { findByNumber } from '../orders-by-number.ts';
import { assignOrder } from '../status/assign-order.ts';
import { contentsOf } from './contents-by-hand.ts';

/**
 * Adds an order that a user entered at the desk, under the rules of an import, and assigns it to the given
 * driver, if any. Throws `invalid_input`, `already_exists` if the number is taken, `over_ceiling`, and a
 * problem if the driver may not deliver.
 */
export async function addOrderByHand(
  tx: Tx,
  actor: Actor,
  input: AddOrderByHand,
  operation: Operation,
): Promise<EndpointResponse<'add_order'>> {
  const { shop_id } = actor;
  const order_number = readNumber(input.order_number);
  const customer = { ...splitName(input.customer_name), phone: input.phone || null };
  const identity = { order_number, external_id: null, created_at: operation.now, customer };
  const order = { ...contentsOf(input), ...identity };
  const other = await findByNumber(tx, shop_id, order_number);
  if (other) throw isTaken(other.order_number);
  const [order_id] = await writeOrders(tx, actor, [order], 'desk').catch((error: unknown) =>
    throwTaken(error, order_number),
  );
  if (order_id === undefined) throw new Error('the order was not inserted');
  const { driver_id } = input;
  const given = driver_id === null ? null : await assignNew(tx, actor, { order_id, driver_id }, operation);
  const { due_amount_fils } = order;
  operation.changed({
    what: 'add_order',
    subject_id: order_id,
    after: { order_number, due_amount_fils, driver_id },
    personal_fields: PERSONAL_OF_NEW_ORDER,
    touched: given?.touched ?? [{ topic: 'orders', subject_id: order_id, audience: 'desk' }],
  });
  return { order_id, order_number };
}

export const addOrderRoute = commandRoute('add_order', addOrderByHand);

/**
 * Assigns the new order to its driver and returns the change. Throws a problem if the driver may not deliver.
 */
async function assignNew(
  tx: Tx,
  actor: Actor,
  given: { order_id: string; driver_id: number },
  operation: Operation,
): Promise<Change | null> {
  let recorded: Change | null = null;
  const within: Operation = {
    ...operation,
    changed: (change) => {
      recorded = change;
    },
  };
  await assignOrder(tx, actor, given, within);
  return recorded;
}

function readNumber(text: string): string {
  const order_number = orderNumberOf(text);
  if (order_number === '' || order_number.startsWith('#') || /\p{Cc}/u.test(order_number)) {
    throw Problem.ofInput('order_number', 'is not an order number');
  }
  return order_number;
}

function isTaken(by: string): Problem {
  const detail = `is taken by order ${by}`;
  return new Problem('already_exists', `order_number: ${detail}`, [{ pointer: '/order_number', detail }]);
}

/** Handles another command that took the number concurrently. Throws `already_exists`. */
function throwTaken(error: unknown, order_number: string): never {
  throw errorCode(error) === '23505' ? isTaken(order_number) : error;
}
