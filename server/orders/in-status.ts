import type { OrderStatus } from '../../contract/rules/orders/order-life.ts';
import { type Sql, sql } from '../platform/database/sql.ts';

/**
 * The condition that a column of an order is one of these statuses. They are literals instead of parameters,
 * so that a generic plan knows how few orders are open; with parameters it takes all statuses for equally
 * frequent.
 */
export function isInStatus(column: string, statuses: readonly OrderStatus[]): Sql<boolean> {
  return sql<boolean>`${sql.ref(column)} in (${sql.join(statuses.map((status) => sql.lit(status)))})`;
}
