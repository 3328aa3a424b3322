import type { AddOrderByHand } from '../../../contract/operations/desk/order/add-order.schema.ts';
import {
  methodWithDue,
  NO_SOURCE_AMOUNTS,
  tieAmounts,
} from '../../../contract/rules/orders/order-amounts.ts';
import type { PaysBy } from '../../../contract/rules/orders/tender.ts';
import { Problem } from '../../platform/problem.ts';
import type { NewOrder } from '../contents/new-order.ts';

type Written = Omit<AddOrderByHand, 'order_number' | 'customer_name' | 'phone' | 'driver_id'>;
type Contents = Omit<NewOrder, 'customer' | 'order_number' | 'external_id' | 'created_at'>;

/**
 * Computes the contents of an order, with all amounts, from what a user entered. Throws `invalid_input` that
 * names the part that is too large.
 */
export function contentsOf(written: Written, untyped = NO_SOURCE_AMOUNTS): Contents {
  const { delivery_address, promised_at, lines } = written;
  const tied = tieAmounts({ ...written, ...untyped });
  if (!tied.ok) throw Problem.ofInput(tied.part, 'is larger than allowed');
  const { amounts } = tied;
  return {
    delivery_address,
    area: written.area || null,
    promised_at: promised_at === null ? null : new Date(promised_at),
    notes: written.notes || null,
    ...paidBy(written, amounts.due_amount_fils),
    ...amounts,
    lines: lines.map((line) => ({ ...line, sku: line.sku || null })),
  };
}

/**
 * The columns of a payment that a user selected. With nothing due, there is nothing to select on delivery.
 */
export function paidBy(
  { payment_method, pays_either = false }: PaysBy,
  due_amount_fils: number,
): Required<Pick<NewOrder, 'payment_method' | 'pays_either'>> {
  const method = methodWithDue(pays_either ? 'cash' : payment_method, due_amount_fils);
  return { payment_method: method, pays_either: pays_either && method === 'cash' };
}
