import { sql } from '../platform/database/sql.ts';

/**
 * The order of a movement's source: of a delivery `c`, a later payment `y` or a correction `k`. PostgreSQL joins
 * by `coalesce` only after row-level security has read all orders of the shop, since it may leak values.
 */
export const ORDER_OF_SOURCE = sql`case when c.id is not null then c.order_id when y.id is not null then y.order_id else k.order_id end`;
