import { toCollect } from '../../../contract/rules/orders/to-collect.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';

export function sumToCollect(orders: readonly OrderWithItems[]): number {
  return orders.reduce((sum, order) => sum + toCollect(order, order.taken_fils), 0);
}
