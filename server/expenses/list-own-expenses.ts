import type { OwnExpense, OwnExpenses } from '../../contract/operations/screens/list-own-expenses.schema.ts';
import type { ApprovalOutcome } from '../../contract/rules/approvals.ts';
import { APPROVED_WITHIN_MAX } from '../cash/decided.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';

/** Decided expenses are listed this long after their request; pending ones until they expire. */
const LISTED_WITHIN = sql`interval '60 days'`;

type Row = Pick<OwnExpense, 'approval_id' | 'reference' | 'kind' | 'amount_fils' | 'note' | 'reason'> & {
  occurred_at: string;
  path: string;
  sha256: string;
  order_id: string | null;
  order_number: string | null;
  requested_at: Date;
  expires_at: Date;
  outcome: ApprovalOutcome | null;
  decided_at: Date | null;
};

/** Lists the actor's own expenses: the pending ones, and those requested in the last 60 days. */
export async function listOwnExpenses(tx: Tx, { shop_id, user_id }: Staff, now: Date): Promise<OwnExpenses> {
  const { rows } = await sql<Row>`
    select a.id as approval_id, a.record ->> 'reference' as reference, a.record ->> 'kind' as kind, a.amount_fils,
      a.record ->> 'note' as note, a.record ->> 'occurred_at' as occurred_at, f.path, f.sha256, o.id as order_id, o.order_number,
      a.requested_at, a.expires_at, d.outcome, d.decided_at, d.reason
    from approvals a
    left join approval_decisions d on d.shop_id = a.shop_id and d.approval_id = a.id
    join files f on f.shop_id = a.shop_id and f.id = a.file_ids[1]
    left join orders o on o.shop_id = a.shop_id and o.id = (a.record ->> 'order_id')::uuid
    where a.shop_id = ${shop_id} and a.requested_by = ${user_id}::uuid and a.kind = 'expense'
      and a.requested_at > ${now}::timestamptz - ${APPROVED_WITHIN_MAX}
      and (d.approval_id is null and a.expires_at > ${now}::timestamptz or a.requested_at > ${now}::timestamptz - ${LISTED_WITHIN})
    order by a.requested_at desc, a.id desc`.execute(tx);
  const expenses = rows.map((row) => ownExpense(row, now));
  const pending = expenses.filter(({ state }) => state === 'pending');
  return { expenses, pending_fils: pending.reduce((sum, { amount_fils }) => sum + amount_fils, 0) };
}

function ownExpense(row: Row, now: Date): OwnExpense {
  const { approval_id, reference, kind, amount_fils, note, path, sha256, order_id, order_number } = row;
  const { outcome, decided_at, reason, requested_at, expires_at } = row;
  const undecided = expires_at > now ? ('pending' as const) : ('expired' as const);
  return {
    ...{ approval_id, reference, kind, amount_fils, note },
    slip: { bucket: 'cash-handovers', path, sha256 },
    order: order_id === null || order_number === null ? null : { order_id, order_number },
    occurred_at: new Date(row.occurred_at).toISOString(),
    requested_at: requested_at.toISOString(),
    state: outcome ?? undecided,
    decided_at: decided_at?.toISOString() ?? null,
    reason,
  };
}
