import { sql } from '../platform/database/sql.ts';

/**
 * The order of a movement's source: of a delivery `c`, a later payment `y` or a correction `k`. PostgreSQL
 * assumes that `coalesce` may leak values: with row-level security a join by it would read all orders of the
 * shop.
 */
export const ORDER_OF_SOURCE = sql`case when c.id is not null then c.order_id when y.id is not null then y.order_id else k.order_id end`;
