import type { Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import type { OrderKey } from '../lock-shop-order.ts';

/** Stores an amount due that has been replaced, in fils: a driver may be collecting it right now. */
export function keepAmount(tx: Tx, { shop_id, order_id }: OrderKey, due_amount_fils: number): Promise<void> {
  return keepAmounts(tx, shop_id, [{ order_id, due_amount_fils }]);
}

/** Stores the former amounts due of several orders of one shop, as `keepAmount` does. */
export async function keepAmounts(
  tx: Tx,
  shop_id: number,
  amounts: readonly { order_id: string; due_amount_fils: number }[],
): Promise<void> {
  if (amounts.length === 0) return;
  const order_ids = amounts.map(({ order_id }) => order_id);
  const due_fils = amounts.map(({ due_amount_fils }) => due_amount_fils);
  // For an amount that became due again and was replaced again, the later time counts.
  const keeping = sql`insert into order_amounts (shop_id, order_id, due_amount_fils)
    select ${shop_id}::int, a.order_id, a.due_fils from unnest(${order_ids}::uuid[], ${due_fils}::bigint[]) as a (order_id, due_fils)
    on conflict (shop_id, order_id, due_amount_fils) do update set replaced_at = now()`;
  await keeping.execute(tx);
}
