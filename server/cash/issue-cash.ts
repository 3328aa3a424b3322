import type { Tx } from '../platform/database.ts';
import { type Posted, postMovement } from './movements.ts';

type Issue = {
  /** Made once by whoever asks: the transaction may run again after a commit whose answer was lost. */
  id: string;
  shop_id: number;
  user_id: string;
  amount_fils: number;
  occurred_at: Date;
};

/**
 * Books float from the safe to a member of staff (ruling A7), once for each id. Fails as a whole. Null when this very issue
 * was booked before.
 */
export async function issueCash(tx: Tx, issue: Issue): Promise<Posted | null> {
  const booked = await tx
    .selectFrom('cash_movements')
    .select('id')
    .where('shop_id', '=', issue.shop_id)
    .where('source_type', '=', 'cash_issue')
    .where('source_id', '=', issue.id)
    .executeTakeFirst();
  if (booked) return null;
  return postMovement(tx, {
    shop_id: issue.shop_id,
    from: { holder: 'safe' },
    to: { holder: 'staff', user_id: issue.user_id },
    amount_fils: issue.amount_fils,
    reason: 'issue',
    source_type: 'cash_issue',
    source_id: issue.id,
    command_id: null,
    occurred_at: issue.occurred_at,
    may_wait: false,
  });
}
