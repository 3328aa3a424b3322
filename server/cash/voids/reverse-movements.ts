import type { Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import { type Holder, type Movement, postMovement } from '../movements.ts';

type Reversed = {
  id: string;
  from_holder: Holder['holder'];
  from_user_id: string | null;
  to_holder: Holder['holder'];
  to_user_id: string | null;
  account_user_id: string | null;
  amount_fils: number;
};

/**
 * Posts the reverse of every movement of the sources, in their order: the balances are as if the sources
 * had never been recorded. `source_id` is the void.
 */
export async function reverseMovements(
  tx: Tx,
  shop_id: number,
  source_ids: readonly string[],
  by: Pick<Movement, 'source_id' | 'command_id' | 'occurred_at'>,
): Promise<void> {
  const { rows } = await sql<Reversed>`
    select id, from_holder, from_user_id, to_holder, to_user_id, account_user_id, amount_fils from cash_movements
    where shop_id = ${shop_id} and source_id = any(${[...source_ids]}::uuid[])
      and source_type in ('cash_handover', 'bank_deposit', 'cash_float', 'cash_difference')
    order by recorded_at, id`.execute(tx);
  for (const [at, movement] of rows.entries()) {
    const { id, from_holder, from_user_id, to_holder, to_user_id, account_user_id, amount_fils } = movement;
    await postMovement(tx, {
      shop_id,
      from: holderOf(to_holder, to_user_id ?? account_user_id),
      to: holderOf(from_holder, from_user_id ?? account_user_id),
      amount_fils,
      reason: 'reversal',
      source_type: 'cash_void',
      leg: at + 1,
      reverses: id,
      may_wait: false,
      ...by,
    });
  }
}

function holderOf(holder: Holder['holder'], user_id: string | null): Holder {
  if (holder === 'staff') return { holder, user_id: user_id ?? '' };
  if (holder === 'shortage' || holder === 'over' || holder === 'expense')
    return { holder, of_user_id: user_id ?? '' };
  return { holder };
}
