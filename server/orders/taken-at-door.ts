import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { oneRow } from '../platform/database/rows.ts';

/** What this person took for this order in confirmations so far, by whichever tender, in fils. */
export async function takenAtDoor(
  tx: Tx,
  { shop_id, user_id }: { shop_id: number; user_id: string },
  order_id: string,
): Promise<number> {
  const taken = sql<{ taken_fils: number }>`
    select coalesce(sum(collected_fils), 0)::bigint as taken_fils from delivery_confirmations
    where shop_id = ${shop_id} and order_id = ${order_id}::uuid and user_id = ${user_id}::uuid`;
  return (await oneRow(tx, taken)).taken_fils;
}
