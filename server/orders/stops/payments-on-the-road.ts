import { DELIVERABLE_STATUSES } from '../../../contract/rules/orders/order-life.ts';
import { paymentLeft } from '../../../contract/rules/orders/tender.ts';
import type { OrderToCollect } from '../../../contract/rules/orders/to-collect.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import { isInStatus } from '../in-status.ts';
import { COLLECTED_BY_DRIVER } from '../order-rows.ts';

/**
 * Returns the payments that drivers still have to collect for orders on the road, less the amounts that they
 * have already collected. For managers and admins.
 */
export async function paymentsOnTheRoad(tx: Tx, shop_id: number): Promise<OrderToCollect[]> {
  const { rows } = await sql<OrderToCollect & { taken_fils: number }>`
    select o.payment_method, o.pays_either, o.payment_status, o.due_amount_fils, o.status, o.waits_because, ${COLLECTED_BY_DRIVER} as taken_fils
    from orders o left join drivers d on d.shop_id = o.shop_id and d.id = o.driver_id
    where o.shop_id = ${shop_id} and ${isInStatus('o.status', DELIVERABLE_STATUSES)} and o.payment_status = 'pending'`.execute(
    tx,
  );
  return rows.map(({ taken_fils, ...order }) => ({ ...order, ...paymentLeft(order, taken_fils) }));
}
