import type { Selectable } from 'kysely';
import { orderNumberOf } from '../../../contract/rules/orders/order-number.ts';
import { exactNumberOf, hasNumberOf } from '../../orders/orders-by-number.ts';
import type { Tables, Tx } from '../../platform/database/database.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { OrderHead } from '../store-orders/read-payload.ts';

/**
 * Locks the shop's order with this id, or else the order without an id that has this number; an exact match
 * of the number wins (decision 82).
 */
export function knownOrder(
  tx: Tx,
  shop_id: number,
  { id, name }: OrderHead,
): Promise<KnownOrder | undefined> {
  const exact = exactNumberOf(name);
  const numbers = hasNumberOf([exact, orderNumberOf(name)]);
  const locking = sql<KnownOrder>`
    select ${COLUMNS} from orders o
    where o.shop_id = ${shop_id} and (o.external_id = ${id} or o.external_id is null and ${numbers})
    order by o.external_id, o.order_number = ${exact} desc, o.repeats_number for update`;
  return firstRow(tx, locking);
}

export function orderOfStore(tx: Tx, shop_id: number, external_id: string): Promise<KnownOrder | undefined> {
  const locking = sql<KnownOrder>`
    select ${COLUMNS} from orders o where o.shop_id = ${shop_id} and o.external_id = ${external_id} for update`;
  return firstRow(tx, locking);
}

const COLUMNS = sql`o.shop_id, o.id, o.external_id, o.order_number, o.driver_id, o.status, o.due_amount_fils, o.waits_because`;

export type KnownOrder = Pick<
  Selectable<Tables['orders']>,
  | 'shop_id'
  | 'id'
  | 'external_id'
  | 'order_number'
  | 'driver_id'
  | 'status'
  | 'due_amount_fils'
  | 'waits_because'
>;
