import { ACCOUNTS } from '../../contract/rules/differences.ts';
import type { AccountChange } from '../../contract/schemas/approvals.ts';
import { heldBy } from '../cash/balances.ts';
import type { Tx } from '../platform/database/database.ts';
import { findRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import type { SignedVoid } from '../voids/reverse-record.ts';
import type { ApprovalRow } from './find-approval.ts';

type Delta = { account: AccountChange['account']; user_id: string; fils: number };

/** Returns the accounts that a request changes by the present book, each before and after. */
export async function accountChanges(
  tx: Tx,
  shop_id: number,
  approval: ApprovalRow,
): Promise<AccountChange[]> {
  const changes: AccountChange[] = [];
  for (const { account, user_id, fils } of await deltasOf(tx, shop_id, approval)) {
    const before_fils =
      account === 'cash' ? await heldBy(tx, shop_id, user_id) : await openOf(tx, shop_id, account, user_id);
    const person = await findRow(tx, 'profiles', { id: user_id }, ['full_name']);
    const full_name = person?.full_name ?? '';
    changes.push({ account, user_id, full_name, before_fils, after_fils: before_fils + fils });
  }
  return changes;
}

async function deltasOf(tx: Tx, shop_id: number, approval: ApprovalRow): Promise<Delta[]> {
  const { kind, user_id, amount_fils, record } = approval;
  switch (kind) {
    case 'adjustment':
    case 'issue':
      return [{ account: 'cash', user_id, fils: amount_fils }];
    case 'float':
      return [{ account: 'cash', user_id, fils: record.direction === 'issue' ? amount_fils : -amount_fils }];
    case 'write_off': {
      const key = { shop_id, id: String(record.difference_id) };
      const difference = await findRow(tx, 'cash_differences', key, ['kind']);
      const account = ACCOUNTS.find((one) => one === difference?.kind) ?? 'shortage';
      return [{ account, user_id, fils: -amount_fils }];
    }
    case 'void':
      return reversedDeltas(tx, shop_id, record as unknown as SignedVoid);
  }
}

/** Returns the changes that the reversal of a record's movements makes, by account and person. */
async function reversedDeltas(tx: Tx, shop_id: number, { record_id }: SignedVoid): Promise<Delta[]> {
  const { rows } = await sql<Delta>`
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

/** Returns what is open of a person's shortages or overs, in fils. */
async function openOf(
  tx: Tx,
  shop_id: number,
  account: (typeof ACCOUNTS)[number],
  user_id: string,
): Promise<number> {
  const { rows } = await sql<{ fils: number }>`
    select coalesce(sum(case when to_holder = 'shortage' or from_holder = 'over' then amount_fils else -amount_fils end), 0)::bigint as fils
    from cash_movements
    where shop_id = ${shop_id} and account_user_id = ${user_id}::uuid and ${account} in (from_holder, to_holder)`.execute(
    tx,
  );
  return rows[0]?.fils ?? 0;
}
