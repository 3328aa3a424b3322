import type { AccountChange } from '../../../contract/schemas/approvals.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';

/** The change of one person's account, in fils. */
export type AccountDelta = { account: AccountChange['account']; user_id: string; fils: number };

/** Returns what the reversal of a record's movements changes, by account and person. */
export async function changesByReversal(tx: Tx, shop_id: number, record_id: string): Promise<AccountDelta[]> {
  const { rows } = await sql<AccountDelta>`
    select leg.account, leg.user_id, sum(leg.fils)::bigint as fils
    from cash_movements m
    cross join lateral (values
      ('cash', m.from_user_id, m.amount_fils), ('cash', m.to_user_id, -m.amount_fils),
      (case when m.to_holder in ('shortage', 'over') then m.to_holder when m.from_holder in ('shortage', 'over') then m.from_holder end,
        m.account_user_id, -m.amount_fils)
    ) leg (account, user_id, fils)
    where m.shop_id = ${shop_id} and leg.user_id is not null
      and m.source_type in ('cash_handover', 'bank_deposit', 'cash_float', 'cash_difference')
      and (m.source_id = ${record_id}::uuid or m.source_id in (
        select d.id from cash_differences d where d.shop_id = ${shop_id} and d.handover_id = ${record_id}::uuid))
    group by leg.account, leg.user_id order by leg.account, leg.user_id`.execute(tx);
  return rows;
}
