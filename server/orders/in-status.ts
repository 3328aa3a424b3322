import type { OrderStatus } from '../../contract/rules/orders/order-life.ts';
import { type Sql, sql } from '../platform/database/sql.ts';

/**
 * Whether this column of an order is one of these. Written into the statement and not given with it: a plan that is made for all
 * values then knows how few orders are open, where it would take each status for as frequent as any other.
 */
export function isInStatus(column: string, statuses: readonly OrderStatus[]): Sql<boolean> {
  return sql<boolean>`${sql.ref(column)} in (${sql.join(statuses.map((status) => sql.lit(status)))})`;
}
