import { toCollect } from '../../../contract/rules/orders/to-collect.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';

/** Returns the amount left to collect for these orders, in fils. */
export function sumToCollect(orders: readonly OrderWithItems[]): number {
  return orders.reduce((sum, order) => sum + toCollect(order, order.taken_fils), 0);
}
