import type {
  Difference,
  Differences,
  UndecidedDifference,
} from '../../contract/operations/desk/differences/list-differences.schema.ts';
import { undecidedDayEnds } from '../cash/accounts/undecided-day-ends.ts';
import { APPROVED_WITHIN } from '../cash/decided.ts';
import { holdersWithSettlementDifference } from '../cash/holders-with-settlement-difference.ts';
import { isVoided } from '../cash/voids/is-voided.ts';
import { blockersOfUsers } from '../devices/difference-blockers.ts';
import { disabledStaff } from '../handovers/handover-queries.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';
import { accountOf, bookable } from './decide-difference.ts';

/** Settled accounts are listed this long after their last settlement. */
const SETTLED_WITHIN = sql`interval '31 days'`;

/** Lists the open accounts, those settled lately, and the differences that are not decided yet. */
export async function listDifferences(tx: Tx, actor: Staff, now: Date): Promise<Differences> {
  const disabled = await disabledStaff(tx);
  const booked = await bookedDifferences(tx, actor);
  const differences = booked.map((row) => ({ ...row, disabled: disabled.has(row.user_id) }));
  return {
    open: differences.filter(({ open_fils }) => open_fils > 0),
    settled: differences.filter(({ open_fils }) => open_fils === 0).reverse(),
    undecided: await undecidedDifferences(tx, actor, disabled, now),
  };
}

type Booked = Omit<Difference, 'disabled' | 'settlements' | 'proposed' | 'since'> & {
  since: Date;
  settlements: (Omit<Difference['settlements'][number], 'recorded_at'> & { recorded_at: string })[];
  proposed: { amount_fils: number; by: string; reason: string | null; at: string } | null;
};

/** Reads the booked differences of valid ends of day, oldest first, with their settlements. One statement. */
async function bookedDifferences(
  tx: Tx,
  { shop_id, user_id }: Staff,
): Promise<Omit<Difference, 'disabled'>[]> {
  const { rows } = await sql<Booked>`
    with booked as materialized (
      select d.shop_id, d.id, d.kind, d.user_id, d.amount_fils, coalesce(d.handover_id, d.correction_id) as handover_id,
        coalesce(h.handover_reference, o.order_number) as handover_reference, coalesce(h.admin_id, d.decided_by) as admin_id,
        coalesce(h.completed_at, d.recorded_at) as since, k.order_id, o.order_number, g.operator,
        d.amount_fils - coalesce(s.fils, 0) as open_fils, s.last_at
      from cash_differences d
      left join cash_handovers h on h.shop_id = d.shop_id and h.id = d.handover_id
      left join delivery_corrections k on k.shop_id = d.shop_id and k.id = d.correction_id
      left join orders o on o.shop_id = k.shop_id and o.id = k.order_id
      left join approval_decisions g on g.shop_id = k.shop_id and g.approval_id = k.approval_id
      left join (
        select difference_id, sum(amount_fils)::bigint as fils, max(recorded_at) as last_at
        from cash_settlements where shop_id = ${shop_id} group by difference_id) s on s.difference_id = d.id
      where d.shop_id = ${shop_id} and d.kind <> 'none' and not ${isVoided('handover', sql`h`)}
    ), requested as materialized (
      select (r.record ->> 'difference_id')::uuid as difference_id, sum(r.amount_fils)::bigint as fils
      from approvals r
      where r.shop_id = ${shop_id} and r.kind = 'write_off' and r.expires_at > now() and r.requested_at > now() - ${APPROVED_WITHIN}
        and not exists (select from approval_decisions g where g.shop_id = r.shop_id and g.approval_id = r.id)
      group by 1
    )
    select b.id, b.kind as account, b.user_id, p.full_name, b.handover_id, b.handover_reference, coalesce(a.full_name, b.operator, '') as admin_name,
      case when b.order_id is not null then jsonb_build_object('order_id', b.order_id, 'order_number', b.order_number) end as correction,
      b.since, b.amount_fils, b.open_fils::bigint as open_fils, b.user_id = ${user_id} as is_own,
      (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'kind', s.kind, 'amount_fils', s.amount_fils,
          'by', coalesce(receiver.full_name, approver.full_name, g.operator, p.full_name), 'reason', s.reason,
          'reference', s.reference, 'receipt', case when f.id is not null then
            jsonb_build_object('bucket', f.bucket, 'path', f.path, 'sha256', f.sha256) end,
          'order_number', o.order_number, 'recorded_at', s.recorded_at) order by s.recorded_at, s.id), '[]')
        from cash_settlements s
        left join profiles receiver on receiver.id = s.staff_user_id
        left join approval_decisions g on g.shop_id = s.shop_id and g.approval_id = s.approval_id
        left join profiles approver on approver.id = g.decided_by
        left join files f on f.shop_id = s.shop_id and f.id = s.receipt_file_id
        left join delivery_confirmations c on c.shop_id = s.shop_id and c.id = s.confirmation_id
        left join orders o on o.shop_id = c.shop_id and o.id = c.order_id
        where s.shop_id = ${shop_id} and s.difference_id = b.id) as settlements,
      (select jsonb_build_object('amount_fils', n.amount_fils, 'by', n.full_name, 'reason', n.reason, 'at', n.recorded_at)
        from (
          select sp.amount_fils, sp.reason, sp.recorded_at, proposer.full_name
          from salary_proposals sp join profiles proposer on proposer.id = sp.proposed_by
          where sp.shop_id = ${shop_id} and sp.difference_id = b.id
          order by sp.recorded_at desc, sp.id desc limit 1
        ) n where n.amount_fils > 0) as proposed,
      r.fils as requested_fils
    from booked b
    join profiles p on p.id = b.user_id
    left join profiles a on a.id = b.admin_id
    left join requested r on r.difference_id = b.id
    where b.open_fils > 0 or b.last_at > now() - ${SETTLED_WITHIN}
    order by b.since, b.id`.execute(tx);
  return rows.map(({ since, settlements, proposed, ...row }) => ({
    ...row,
    since: since.toISOString(),
    settlements: settlements.map((one) => ({ ...one, recorded_at: new Date(one.recorded_at).toISOString() })),
    proposed: proposed && { ...proposed, at: new Date(proposed.at).toISOString() },
  }));
}

type Undecided = Pick<UndecidedDifference, 'user_id' | 'full_name' | 'handover_reference' | 'admin_name'> & {
  id: string;
  difference_fils: number;
  completed_at: Date;
};

async function undecidedDifferences(
  tx: Tx,
  { shop_id, user_id }: Staff,
  disabled: ReadonlySet<string>,
  now: Date,
): Promise<UndecidedDifference[]> {
  const { rows } = await sql<Undecided>`
    select u.id, u.user_id, p.full_name, u.handover_reference, a.full_name as admin_name, u.difference_fils, u.completed_at
    from (${undecidedDayEnds(shop_id)}) u
    join profiles p on p.id = u.user_id
    join profiles a on a.id = u.admin_id
    order by u.completed_at, u.id`.execute(tx);
  if (rows.length === 0) return [];
  const holders = await holdersWithSettlementDifference(tx, shop_id, undecidedDayEnds(shop_id));
  const rests = new Map(holders.map(({ settled_by, rest_fils }) => [settled_by, rest_fils]));
  const blockers = await blockersOfUsers(
    tx,
    shop_id,
    rows.map((row) => row.user_id),
    now,
  );
  return rows.map(({ id, difference_fils, completed_at, ...row }) => ({
    ...row,
    disabled: disabled.has(row.user_id),
    handover_id: id,
    since: completed_at.toISOString(),
    account: accountOf(difference_fils),
    signed_fils: Math.abs(difference_fils),
    bookable_fils: bookable(difference_fils, rests.get(id) ?? 0),
    blockers: blockers.get(row.user_id) ?? [],
    is_own: row.user_id === user_id,
  }));
}
