import type { Tx } from '../platform/database/database.ts';
import { type Posted, postMovement } from './movements.ts';

type Issue = {
  /** Made once by whoever asks: the transaction may run again after a commit whose answer was lost. */
  id: string;
  shop_id: number;
  user_id: string;
  /** 1 to 1,000,000,000. */
  amount_fils: number;
  /** The operator's command; absent where none asked for it, as for the demo. */
  command_id?: string;
  occurred_at: Date;
};

/**
 * Books float from the safe to a member of staff (ruling A7), once for each id. Fails as a whole. Null when this very issue
 * was booked before.
 */
export async function issueCash(tx: Tx, issue: Issue): Promise<Posted | null> {
  const { id, shop_id, user_id, amount_fils, command_id = null, occurred_at } = issue;
  const booked = await tx
    .insertInto('cash_issues')
    .values({ id, shop_id, user_id, amount_fils, command_id, occurred_at })
    .onConflict((conflict) => conflict.columns(['shop_id', 'id']).doNothing())
    .executeTakeFirst();
  if (booked.numInsertedOrUpdatedRows === 0n) return null;
  return postMovement(tx, {
    shop_id,
    from: { holder: 'safe' },
    to: { holder: 'staff', user_id },
    amount_fils,
    reason: 'issue',
    source_type: 'cash_issue',
    source_id: id,
    command_id,
    occurred_at,
    may_wait: false,
  });
}
