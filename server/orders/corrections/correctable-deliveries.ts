import type { DeskDelivery } from '../../../contract/operations/desk/order/read-desk-order.schema.ts';
import { leavesDifference } from '../../cash/corrections/leaves-difference.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import { listCorrections } from './list-corrections.ts';
import { factsOf } from './listed-facts.ts';

type Correctable = NonNullable<DeskDelivery['correctable']>;

/** Returns what each delivery of an order recorded at first, with its corrections, by delivery. */
export async function correctableDeliveries(
  tx: Tx,
  { shop_id, order_id }: { shop_id: number; order_id: string },
): Promise<Map<string, Correctable>> {
  const { rows } = await sql<Omit<Correctable, 'corrections'> & { id: string }>`
    select c.id, c.driver_id, c.user_id, ${factsOf('confirmation', 'c')} as facts,
      ${leavesDifference(shop_id, sql`c`)} as handed_in
    from delivery_confirmations c where c.shop_id = ${shop_id} and c.order_id = ${order_id}`.execute(tx);
  const ids = rows.map(({ id }) => id);
  const corrections = await listCorrections(tx, shop_id, ids);
  return new Map(rows.map(({ id, ...row }) => [id, { ...row, corrections: corrections.get(id) ?? [] }]));
}
