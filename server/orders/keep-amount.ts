import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { OrderKey } from './lock-shop-order.ts';

/** Keeps an amount due that is no more, in fils: a driver may be asking for it at this moment (ruling A9). */
export async function keepAmount(tx: Tx, key: OrderKey, due_amount_fils: number): Promise<void> {
  await tx
    .insertInto('order_amounts')
    .values({ ...key, due_amount_fils })
    // Due once more and replaced again: from now on it is the later time that counts.
    .onConflict((conflict) =>
      conflict.columns(['shop_id', 'order_id', 'due_amount_fils']).doUpdateSet({ replaced_at: sql`now()` }),
    )
    .execute();
}
