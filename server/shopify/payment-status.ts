import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

type Payment = {
  order_number: string;
  status: 'waiting' | 'listed' | 'failed';
  collected_fils: number;
  /** Null while the store was not asked. */
  outstanding_fils: number | null;
  conflict: boolean;
  last_error: string | null;
  created_at: Date;
};
type Counts = { waiting: number; listed: number; failed: number };

/** What was taken at the door and is not marked as paid in the store: what needs looking at first, at most `rows_max` unless null. */
export async function paymentStatus(
  tx: Tx,
  shop_id: number,
  rows_max: number | null,
): Promise<Counts & { rows: Payment[] }> {
  const counted = await sql<Counts>`
    select count(*) filter (where status = 'waiting') as waiting, count(*) filter (where status = 'listed') as listed,
      count(*) filter (where status = 'failed') as failed
    from store_payments where shop_id = ${shop_id} and status in ('waiting', 'listed', 'failed')`.execute(tx);
  const { rows } = await sql<Payment>`
    select o.order_number, p.status, p.collected_fils, p.outstanding_fils, p.conflict, p.last_error, p.created_at
    from store_payments p join orders o on o.shop_id = p.shop_id and o.id = p.order_id
    where p.shop_id = ${shop_id} and p.status in ('waiting', 'listed', 'failed')
    order by p.status = 'waiting', p.created_at limit ${rows_max}`.execute(tx);
  return { ...(counted.rows[0] ?? { waiting: 0, listed: 0, failed: 0 }), rows };
}
