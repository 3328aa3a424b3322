import type { Tx } from '../platform/database/database.ts';
import { type Posted, postMovement } from './movements.ts';

export type Adjustment = {
  /** Made once by whoever asks: the transaction may run again after a commit whose answer was lost. */
  id: string;
  shop_id: number;
  user_id: string;
  /** What the person holds more than the book said; below zero when less. Not 0, at most 1,000,000,000 either way. */
  amount_fils: number;
  /** In words, 1 to 500 characters. */
  reason: string;
  /** The operator's command; absent where none asked for it. */
  command_id?: string;
  occurred_at: Date;
};

/**
 * Corrects what somebody holds, once for each id, with the reason kept beside the movement. Fails as a whole. Null when this
 * very adjustment was booked before.
 */
export async function adjustCash(tx: Tx, adjustment: Adjustment): Promise<Posted | null> {
  const { id, shop_id, user_id, amount_fils, reason, command_id = null, occurred_at } = adjustment;
  const booked = await tx
    .insertInto('cash_adjustments')
    .values({ id, shop_id, user_id, amount_fils, reason, command_id, occurred_at })
    .onConflict((conflict) => conflict.columns(['shop_id', 'id']).doNothing())
    .executeTakeFirst();
  if (booked.numInsertedOrUpdatedRows === 0n) return null;
  const person = { holder: 'staff' as const, user_id };
  const beyond = { holder: 'adjustment' as const };
  return postMovement(tx, {
    shop_id,
    from: amount_fils > 0 ? beyond : person,
    to: amount_fils > 0 ? person : beyond,
    amount_fils: Math.abs(amount_fils),
    reason: 'adjustment',
    source_type: 'cash_adjustment',
    source_id: id,
    command_id,
    occurred_at,
    may_wait: false,
  });
}
