import type { Approvals } from '../../contract/operations/desk/approvals/list-approvals.schema.ts';
import { EXPENSE_KINDS } from '../../contract/rules/expenses.ts';
import type { AccountChange, Approval } from '../../contract/schemas/approvals.ts';
import { cashOfStaff } from '../cash/list-balances.ts';
import { factsOf, requestedFacts } from '../orders/corrections/listed-facts.ts';
import type { Operator, Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { type Sql, sql } from '../platform/database/sql.ts';
import { Problem } from '../platform/problem.ts';
import { accountChanges } from './account-changes.ts';
import { pendingAt } from './count-pending.ts';
import { type ApprovalRow, approvalRefusal, isOwnRequest } from './find-approval.ts';

const DECIDED_MAX = 50;

/** Lists the pending requests, oldest first, and the latest that were decided or have expired. */
export async function listApprovals(
  tx: Tx,
  actor: Staff | Operator,
  now: Date,
): Promise<Omit<Approvals, 'people'>> {
  const { shop_id } = actor;
  const is_pending = pendingAt(now);
  const pending = await rowsOf(
    tx,
    sql`a.shop_id = ${shop_id} and ${is_pending} order by a.requested_at, a.id`,
  );
  const decided = await rowsOf(
    tx,
    sql`a.shop_id = ${shop_id} and not (${is_pending})
      order by coalesce(d.decided_at, a.expires_at) desc, a.id desc limit ${DECIDED_MAX}`,
  );
  const listed: Approval[] = [];
  for (const row of pending) listed.push(await pendingApproval(tx, actor, row));
  return { pending: listed, decided: decided.map((row) => decidedApproval(actor, row)) };
}

/** Reads one request. Throws `not_found`. */
export async function readApproval(
  tx: Tx,
  actor: Staff | Operator,
  id: string,
  now: Date,
): Promise<Approval> {
  const [row] = await rowsOf(tx, sql`a.shop_id = ${actor.shop_id} and a.id = ${id}`);
  if (!row) throw Problem.about('not_found', { what: 'approval' });
  const is_pending = row.outcome === null && row.expires_at > now;
  return is_pending ? pendingApproval(tx, actor, row) : decidedApproval(actor, row);
}

async function pendingApproval(tx: Tx, actor: Staff | Operator, row: Row): Promise<Approval> {
  const changes = await accountChanges(tx, actor.shop_id, row);
  const may_approve = approvalRefusal(actor, row) === null;
  return { ...shown(actor, row), changes, decision: null, may_approve };
}

function decidedApproval(actor: Staff | Operator, row: Row): Approval {
  return { ...shown(actor, row), changes: row.changes, decision: decisionOf(row), may_approve: false };
}

type Row = ApprovalRow & {
  reference: string | null;
  about: Approval['record'];
  order: Approval['order'];
  ground: Approval['ground'];
  expense: Approval['expense'];
  correction: NonNullable<Approval['correction']> | null;
  requester: string;
  decided_by: string | null;
  decider: string | null;
  decision_reason: string | null;
  decided_at: Date | null;
  changes: AccountChange[];
};

/**
 * The delivery that a request corrects: as it was recorded before, and as the request has it. A subquery, so
 * that the planner has fewer tables to join.
 */
const CORRECTION = sql`(
  select jsonb_build_object(
    'before', case when e.id is null then ${factsOf('confirmation', 'c')} else ${factsOf('correction', 'e')} end,
    'after', ${requestedFacts(sql`a.record`, sql`c.erased_at is not null`)},
    'photo', case when fp.id is not null then jsonb_build_object('path', fp.path, 'sha256', fp.sha256) end,
    'document', case when fd.id is not null then jsonb_build_object('path', fd.path, 'sha256', fd.sha256) end)
  from delivery_confirmations c
  left join delivery_corrections e on e.shop_id = c.shop_id and e.confirmation_id = c.id and e.number = n.earlier
  left join files fp on fp.shop_id = c.shop_id and fp.id = n.photo_id and fp.erased_at is null
  left join files fd on fd.shop_id = c.shop_id and fd.id = n.document_id and fd.erased_at is null
  where c.shop_id = a.shop_id and c.id = n.confirmation_id)`;

/** Reads the requests that `where` picks, which may end with an order and a limit, in that order. */
async function rowsOf(tx: Tx, where: ReturnType<typeof sql>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with picked as materialized (
      -- The ids as columns: row-level security lets no expression of a row search an index.
      select a.shop_id, a.id, case a.kind when 'void' then (a.record ->> 'record_id')::uuid end as record_id,
        case a.kind when 'write_off' then (a.record ->> 'difference_id')::uuid end as difference_id,
        case a.kind when 'expense' then (a.record ->> 'slip_file_id')::uuid end as slip_id,
        (a.record ->> 'order_id')::uuid as order_id,
        case a.kind when 'correction' then (a.record ->> 'confirmation_id')::uuid end as confirmation_id,
        case a.kind when 'correction' then (a.record ->> 'number')::int - 1 end as earlier,
        case a.kind when 'correction' then (a.record ->> 'photo_file_id')::uuid end as photo_id,
        case a.kind when 'correction' then (a.record ->> 'document_file_id')::uuid end as document_id
      from approvals a
      left join approval_decisions d on d.shop_id = a.shop_id and d.approval_id = a.id
      where ${where}
    )
    select a.*, p.full_name, d.outcome, coalesce(q.full_name, a.operator) as requester, d.decided_by,
      coalesce(g.full_name, d.operator) as decider, d.reason as decision_reason, d.decided_at,
      coalesce(h.handover_reference, vb.reference, vf.reference, wh.handover_reference, (
        select wo.order_number from delivery_corrections wk join orders wo on wo.shop_id = wk.shop_id and wo.id = wk.order_id
        where wk.shop_id = w.shop_id and wk.id = w.correction_id),
        a.record ->> 'reference') as reference,
      case
        when h.id is not null then jsonb_build_object('id', h.id, 'kind',
          case h.handover_type when 'collection' then 'collection' else 'handover' end)
        when vb.id is not null then jsonb_build_object('id', vb.id, 'kind', 'deposit')
        when vf.id is not null then jsonb_build_object('id', vf.id, 'kind', 'float')
        when wh.id is not null then jsonb_build_object('id', wh.id, 'kind', 'handover')
        when a.kind = 'float' and d.outcome = 'approved' then jsonb_build_object('id', a.record ->> 'id', 'kind', 'float')
      end as about, case a.kind when 'write_off' then a.record ->> 'kind' end as ground,
      case when o.id is not null then jsonb_build_object('id', o.id, 'order_number', o.order_number) end as "order",
      case when fs.id is not null then jsonb_build_object('kind', a.record ->> 'kind', 'occurred_at', a.record ->> 'occurred_at',
        'slip', jsonb_build_object('bucket', fs.bucket, 'path', fs.path, 'sha256', fs.sha256),
        'order', case when o.id is not null then jsonb_build_object('order_id', o.id, 'order_number', o.order_number) end,
        'is_allowed', p.role is distinct from 'Driver' or ${isAllowedKind(sql`a.record ->> 'kind'`, sql`s.expense_kinds`)}) end as expense, ${CORRECTION} as correction,
      (select coalesce(jsonb_agg(c || jsonb_build_object('full_name', cp.full_name)), '[]')
        from jsonb_array_elements(d.changes) c left join profiles cp on cp.id::text = c ->> 'user_id') as changes
    from (select *, row_number() over () as nth from picked) n
    join approvals a on a.shop_id = n.shop_id and a.id = n.id
    join profiles p on p.id = a.user_id
    left join profiles q on q.id = a.requested_by
    left join approval_decisions d on d.shop_id = a.shop_id and d.approval_id = a.id
    left join profiles g on g.id = d.decided_by
    left join cash_differences w on w.shop_id = a.shop_id and w.id = n.difference_id
    left join cash_handovers h on h.shop_id = a.shop_id and h.id = n.record_id
    left join bank_deposits vb on vb.shop_id = a.shop_id and vb.id = n.record_id
    left join cash_floats vf on vf.shop_id = a.shop_id and vf.id = n.record_id
    left join cash_handovers wh on wh.shop_id = w.shop_id and wh.id = w.handover_id
    left join files fs on fs.shop_id = a.shop_id and fs.id = n.slip_id
    left join orders o on o.shop_id = a.shop_id and o.id = n.order_id
    left join shops s on s.id = a.shop_id
    order by n.nth`.execute(tx);
  return rows;
}

/** True if the shop, which has these kinds, allows drivers this kind; without kinds, the built-in ones. */
function isAllowedKind(kind: Sql<unknown>, kinds: Sql<unknown>): Sql<boolean> {
  return sql<boolean>`${kind} = any (coalesce(${kinds}, ${[...EXPENSE_KINDS]}::text[]))`;
}

function shown(actor: Staff | Operator, row: Row) {
  const { id, kind, user_id, full_name, amount_fils, reason, reference, requested_by, requester } = row;
  return {
    ...{ id, kind, user_id, full_name, amount_fils, reason, reference },
    ground: row.ground,
    order: row.order,
    correction: row.correction,
    record: row.about,
    expense: row.expense,
    requested_by: { user_id: requested_by, full_name: requester },
    requested_at: row.requested_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    is_own: isOwnRequest(actor, row),
  };
}

/** Returns the decision of a request that is no longer pending; without one, it has expired. */
function decisionOf(row: Row): NonNullable<Approval['decision']> {
  const { outcome, decided_by, decider, decision_reason: reason, decided_at, expires_at } = row;
  if (outcome === null)
    return { outcome: 'expired', by: null, reason: null, decided_at: expires_at.toISOString() };
  return {
    outcome,
    by: { user_id: decided_by, full_name: decider ?? '' },
    reason,
    decided_at: (decided_at ?? expires_at).toISOString(),
  };
}

/** Lists the shop's staff, disabled users included, with their cash. */
export async function listAdjustable(tx: Tx, { shop_id }: Staff): Promise<Approvals['people']> {
  const cash = await cashOfStaff(tx, shop_id);
  const { rows } = await sql<{ user_id: string; full_name: string }>`
    select id as user_id, full_name from profiles where shop_id = ${shop_id} order by full_name, id`.execute(
    tx,
  );
  return rows.map((person) => {
    const held = cash.get(person.user_id);
    return { ...person, held_fils: held ? held.cash_on_hand_fils + held.waiting_fils : 0 };
  });
}
