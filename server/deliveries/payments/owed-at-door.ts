import type { OwedAtDoor, OwedOrder } from '../../../contract/operations/screens/list-owed-at-door.schema.ts';
import type { Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import { Problem } from '../../platform/problem.ts';

const ORDERS_MAX = 200;

type Row = Omit<OwedOrder, 'delivered_at'> & { delivered_at: Date };

/**
 * Lists the orders that the actor's driver record delivered and on which an amount is owed, newest first.
 * Throws `driver_not_found`.
 */
export async function listOwedAtDoor(tx: Tx, { shop_id, driver_id }: Staff): Promise<OwedAtDoor> {
  if (driver_id === null) throw new Problem('driver_not_found');
  const { rows } = await sql<Row>`
    select o.id as order_id, o.order_number, coalesce(f.customer_name, '') as customer_name, coalesce(o.delivery_address, '') as delivery_address,
      f.driver_id, b.owed_fils, f.delivered_at
    from order_balances b
    join orders o on o.shop_id = b.shop_id and o.id = b.order_id
    join delivery_facts f on f.shop_id = b.shop_id and f.order_id = b.order_id and f.outcome = 'delivered'
    where b.shop_id = ${shop_id} and b.owed_fils > 0 and f.driver_id = ${driver_id}
    order by f.delivered_at desc, o.id desc limit ${ORDERS_MAX}`.execute(tx);
  return {
    orders: rows.map(({ delivered_at, ...order }) => ({
      ...order,
      delivered_at: delivered_at.toISOString(),
    })),
  };
}
