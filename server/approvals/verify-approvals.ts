import { movedAccounts } from '../cash/accounts/moved-accounts.ts';
import { type CashCheck, differences, namesOfFaults } from '../cash/cash-difference.ts';
import { approvedWithin } from '../cash/decided.ts';
import { isoText, listOf, uuidOf } from '../cash/reply-check.ts';
import { correctionReply } from '../deliveries/corrections/verify-corrections.ts';
import { type Sql, sql } from '../platform/database/sql.ts';

/** Checks of requests `a`, their decisions `g` and the rows `r` that approvals added. */

/**
 * Selects the rows of a table that approvals added. `at` and `command_id`: the columns that contain the time
 * and the command of the decision, if the table has them.
 */
const added = (
  table: string,
  kind: string,
  { at, command_id }: { at?: string; command_id?: string } = {},
) => sql`
  select shop_id, approval_id, ${kind}::text as kind, id, ${at ? sql.ref(at) : sql`null::timestamptz`} as decided_at,
    ${command_id ? sql.ref(command_id) : sql`null::uuid`} as command_id, ${table.replace(/s$/, '')}::text as source_type,
    to_jsonb(t) as columns
  from ${sql.ref(table)} t where approval_id is not null`;
const addedRows = sql.join(
  [
    added('cash_adjustments', 'adjustment', { at: 'occurred_at' }),
    added('cash_issues', 'issue', { at: 'occurred_at' }),
    added('cash_floats', 'float'),
    added('cash_settlements', 'write_off', { at: 'recorded_at', command_id: 'command_id' }),
    added('cash_voids', 'void', { at: 'recorded_at' }),
    added('expenses', 'expense', { at: 'recorded_at' }),
    added('order_waivers', 'waiver', { at: 'recorded_at', command_id: 'command_id' }),
    added('delivery_corrections', 'correction', { at: 'recorded_at' }),
  ],
  sql` union all `,
);

const recorded = (name: string) => sql`a.record ->> ${name}`;
const isOf = (...kinds: string[]) => sql`a.kind in (${sql.join(kinds)})`;
const isApproved = sql`coalesce(g.outcome = 'approved', false)`;
/** Requests with signatures have the whole row, with the signer who made the request. */
const isSigned = isOf('float', 'void', 'correction');
/** Requests made on a device have its files and its command. */
const hasFiles = isOf('float', 'void', 'expense', 'correction');
const signedFiles = sql`array_remove(case a.kind
  when 'float' then array[${recorded('admin_signature_file_id')}, ${recorded('manager_signature_file_id')}, ${recorded('receipt_file_id')}]
  when 'void' then array[${recorded('own_signature_file_id')}, ${recorded('receipt_file_id')}]
  when 'expense' then array[${recorded('slip_file_id')}]
  when 'correction' then array[${recorded('photo_file_id')}, ${recorded('document_file_id')}] end, null)`;

const fils = (name: string) =>
  sql`case when jsonb_typeof(one -> ${name}) = 'number' then (one -> ${name})::numeric end`;
/** The changes that a decision lists, in the form of `movedAccounts`. */
const decidedChanges = sql`(
  select jsonb_object_agg(concat_ws(' ', one ->> 'account', one ->> 'user_id'), fils) from (
    select one, ${fils('after_fils')} - ${fils('before_fils')} as fils
    from jsonb_array_elements(${listOf(sql`g.changes`)}) c (one) where jsonb_typeof(one) = 'object'
  ) each where fils is distinct from 0)`;

/** The rows of movements that an approval made: the added row, and the difference of a correction. */
const movedBy = sql`
  select shop_id, source_type, id, id as of_id from r
  union all
  select d.shop_id, 'cash_difference', d.id, d.correction_id from cash_differences d
  join r on r.kind = 'correction' and r.shop_id = d.shop_id and r.id = d.correction_id`;

/**
 * Joins the facts of a delivery before the requested correction: an earlier one `ce`, or the delivery
 * `cd`.
 */
const joinBefore = sql`
  left join delivery_confirmations cd on a.kind = 'correction' and cd.shop_id = a.shop_id and cd.id = ${uuidOf(recorded('confirmation_id'))}
  left join delivery_corrections ce on ce.shop_id = cd.shop_id and ce.confirmation_id = cd.id
    and to_jsonb(ce.number + 1) = a.record -> 'number'`;

const approvalRecords: CashCheck = differences(sql`
  with r as materialized (${addedRows})
  select coalesce(a.shop_id, g.shop_id, r.shop_id) as shop_id, 'wrong_record' as kind,
    'approval ' || coalesce(a.id, g.approval_id, r.approval_id) as subject, a.user_id, coalesce(a.id, g.approval_id, r.approval_id) as source_id,
    ${namesOfFaults({
      'it was never requested': sql`a.id is null`,
      'it was approved, but its change is not recorded': sql`a.id is not null and ${isApproved} and r.id is null and not ${isOf('unpaid')}`,
      'its change is recorded, but it was not approved': sql`r.id is not null and not ${isApproved}`,
      'its change is of another kind': sql`r.kind <> a.kind`,
      'the recorded change is not the requested one': sql`not r.columns - array['completed_at', 'occurred_at'] @> a.record - array['completed_at', 'occurred_at']
        or r.id is not null and ${isSigned} and ${isoText(sql`(r.columns ->> 'completed_at')::timestamptz`)} is distinct from ${recorded('completed_at')}
        or r.id is not null and ${isOf('expense', 'correction')} and ${isoText(sql`(r.columns ->> 'occurred_at')::timestamptz`)} is distinct from ${recorded('occurred_at')}`,
      'its change was recorded by another command': sql`r.command_id <> g.command_id`,
      'its change was recorded at another time': sql`r.decided_at <> g.decided_at`,
      'it expires at another time': sql`a.expires_at <> a.requested_at + ${approvedWithin(sql`a.kind`)}`,
      'it was decided after it had expired': sql`g.decided_at > a.expires_at`,
      'its requester decided about it': sql`g.outcome <> 'withdrawn' and g.decided_by is not distinct from a.requested_by`,
      'another user withdrew it': sql`g.outcome = 'withdrawn' and g.decided_by is distinct from a.requested_by`,
      'the person whose account changes approved it': sql`${isApproved} and g.decided_by = a.user_id and a.requested_by is not null and a.kind <> 'void'`,
      'its decision names another requester': sql`g.requested_by is not null and g.requested_by is distinct from a.requested_by`,
      'it is erased but about no order': sql`num_nonnulls(a.erased_at, a.erased_hashes) > 0 and a.record ->> 'order_id' is null`,
      'another user spent the money': sql`${isOf('expense')} and a.requested_by is distinct from a.user_id`,
      'a signer approved it': sql`${isApproved} and ${isOf('float')} and g.decided_by::text in (${recorded('admin_id')}, ${recorded('manager_id')})`,
      'the requested row is another person’s': sql`a.user_id::text is distinct from case a.kind
        when 'float' then ${recorded('admin_id')} when 'void' then a.user_id::text
        when 'waiver' then coalesce(w.user_id, a.user_id)::text else ${recorded('user_id')} end`,
      'the person has nothing to do with the record to void': sql`${isOf('void')} and not coalesce(a.user_id = any (v.signer_ids), false)`,
      'the requested row has another amount': sql`to_jsonb(a.amount_fils) is distinct from case a.kind
        when 'void' then to_jsonb(v.amount_fils)
        when 'correction' then to_jsonb((${recorded('cash_fils')})::bigint - coalesce(ce.cash_fils, cd.cash_fils)) else a.record -> 'amount_fils' end`,
      'the requested row has another reason': sql`a.reason is distinct from case a.kind when 'expense' then ${recorded('note')}
        when 'correction' then ${recorded('short_reason')} else ${recorded('reason')} end`,
      'the requested row is of another command': sql`${hasFiles} and a.command_id::text is distinct from ${recorded('command_id')}`,
      'the requested row is of another user': sql`${isSigned} and a.requested_by::text is distinct from ${recorded('recorded_by')}`,
      'the requested row has other files': sql`a.file_ids::text[] <> coalesce(${signedFiles}, '{}')`,
      'the requested row settles another person’s difference': sql`${isOf('write_off')} and d.user_id is distinct from a.user_id`,
      'its changes are not those of its movements': sql`case when ${isApproved} and r.id is not null
        then coalesce(${decidedChanges}, '{}') <> coalesce(m.changes, '{}') else g.changes <> '[]' end`,
    })} as text
  from approvals a
  full join approval_decisions g on g.shop_id = a.shop_id and g.approval_id = a.id
  full join r on r.shop_id = coalesce(a.shop_id, g.shop_id) and r.approval_id = coalesce(a.id, g.approval_id)
  left join (${movedAccounts(movedBy)}) m on m.shop_id = r.shop_id and m.id = r.id
  left join (${voidable()}) v on a.kind = 'void' and v.shop_id = a.shop_id and v.record_type = ${recorded('record_type')}
    and v.id = ${uuidOf(recorded('record_id'))}
  left join delivery_confirmations w on a.kind = 'waiver' and w.shop_id = a.shop_id and w.outcome = 'delivered'
    and w.order_id = ${uuidOf(recorded('order_id'))}
  left join cash_differences d on a.kind = 'write_off' and d.shop_id = a.shop_id and d.id = ${uuidOf(recorded('difference_id'))}
  ${joinBefore}`);

/** Selects the records that can be voided, with the people who signed them. */
function voidable(): Sql<unknown> {
  return sql`
    select shop_id, 'handover' as record_type, id, amount_fils, handover_reference as reference, array[staff_user_id, admin_id] as signer_ids
    from cash_handovers
    union all
    select shop_id, 'deposit', id, amount_fils, reference, array[manager_id] from bank_deposits
    union all
    select shop_id, 'float', id, amount_fils, reference, array[admin_id, manager_id] from cash_floats`;
}

export const approvalChecks: readonly CashCheck[] = [approvalRecords];

const requestedBy = sql`case a.kind when 'adjustment' then 'request_adjustment' when 'float' then 'request_float'
  when 'write_off' then 'request_write_off' when 'void' then 'void_record' when 'expense' then 'request_expense' when 'waiver' then 'request_waiver' when 'correction' then 'correct_delivery'
  when 'unpaid' then 'request_unpaid_delivery' end`;

const auditedRequest = sql`case a.kind when 'unpaid' then 'request_unpaid_delivery' else 'request_' || a.kind end`;

const requestedCorrection = correctionReply({
  id: recorded('id'),
  fact: (name) => sql`a.record -> ${name}`,
  earlier: sql`coalesce(ce.cash_fils, cd.cash_fils)`,
});

/** The replies and audit rows of requests and decisions, in the columns of `second-person-replies.ts`. */
export const approvalCommands: Sql<unknown> = sql`
  select a.shop_id, a.requested_by as by_user_id, a.operator, ${requestedBy} as endpoint, a.command_id, a.id, 'approval ' || a.id as subject,
    a.user_id, a.requested_at as recorded_at,
    case when a.kind = 'void' then jsonb_build_object('id', ${recorded('id')}, 'reference', ${recorded('reference')}, 'approval_id', a.id,
        'completed_at', ${recorded('completed_at')})
      else jsonb_build_object('approval_id', a.id, 'expires_at', ${isoText(sql`a.expires_at`)})
        || case when a.kind = 'correction' then ${requestedCorrection} else '{}' end end as answer,
    ${auditedRequest} as what, case a.kind when 'unpaid' then ${uuidOf(recorded('order_id'))} else a.id end as audited_id,
    case a.kind
      when 'unpaid' then jsonb_build_object('approval_id', a.id, 'amount_fils', a.amount_fils, 'user_id', a.user_id)
      when 'void' then jsonb_build_object('amount_fils', a.amount_fils, 'reference', ${recorded('reference')},
        'record_type', ${recorded('record_type')}, 'record_reference', v.reference)
      when 'float' then jsonb_build_object('amount_fils', a.amount_fils, 'reference', ${recorded('reference')},
        'direction', ${recorded('direction')}, 'admin_id', ${recorded('admin_id')}, 'manager_id', ${recorded('manager_id')})
      when 'write_off' then jsonb_build_object('amount_fils', a.amount_fils, 'user_id', a.user_id, 'ground', ${recorded('kind')})
      when 'waiver' then jsonb_build_object('amount_fils', a.amount_fils, 'user_id', a.user_id, 'order_id', ${recorded('order_id')})
      when 'expense' then jsonb_strip_nulls(jsonb_build_object('amount_fils', a.amount_fils, 'user_id', a.user_id,
        'reference', ${recorded('reference')}, 'expense_kind', ${recorded('kind')}, 'order_id', ${recorded('order_id')}))
      when 'correction' then jsonb_build_object('amount_fils', a.amount_fils, 'user_id', a.user_id,
        'confirmation_id', ${recorded('confirmation_id')}, 'collected_fils', a.record -> 'collected_fils',
        'rounding_fils', a.record -> 'rounding_fils', 'link_fils', a.record -> 'link_fils', 'transfer_fils', a.record -> 'transfer_fils')
      else jsonb_build_object('amount_fils', a.amount_fils, 'user_id', a.user_id) end as facts
  from approvals a
  left join (${voidable()}) v on a.kind = 'void' and v.shop_id = a.shop_id and v.record_type = ${recorded('record_type')}
    and v.id = ${uuidOf(recorded('record_id'))}
  ${joinBefore}
  union all
  select g.shop_id, g.decided_by, g.operator, 'decide_approval', g.command_id, g.approval_id, 'decision about approval ' || g.approval_id,
    a.user_id, g.decided_at, jsonb_build_object('approval_id', g.approval_id, 'outcome', g.outcome, 'changes', g.changes),
    'decide_approval', g.approval_id,
    jsonb_build_object('outcome', g.outcome, 'kind', a.kind, 'user_id', a.user_id, 'amount_fils', a.amount_fils)
  from approval_decisions g
  left join approvals a on a.shop_id = g.shop_id and a.id = g.approval_id`;
