import { type Sql, sql } from '../platform/database/sql.ts';
import {
  type CashDifference,
  type CashSource,
  differences,
  FIRST_MOVEMENT,
  namesOfFaults,
} from './cash-difference.ts';
import { decidedOr, hasOtherNames, joinApproval, withoutNames } from './decided.ts';
import { acceptedName, field, isoText } from './reply-check.ts';

/**
 * Checks of the operator's bookings, cash from the safe and adjustments, of the operator's requests and of
 * the decisions about requests, against their commands (decision 22).
 */

/** Formats a text like `JSON.stringify`; reasons have no control characters. */
const jsonText = (text: Sql<unknown>) => sql`to_json(${text}::text)::text`;

/** The input of a booking or request, as `fingerprintOf` reads it. */
const bookingInput = (command: Sql<unknown>, reason: Sql<unknown>) => sql`
  array['{"amount_fils":' || amount_fils || ',"command":' || ${jsonText(command)}
    || case when ${reason} is null then '' else ',"reason":' || ${jsonText(reason)} end
    || ',"user_id":' || ${jsonText(sql`user_id`)} || '}']`;
/** The input of a decision; one without a reason has it as null, or does not have it. */
const decisionInput = (command: Sql<unknown>) => sql`
  (select array_agg('{"approval_id":' || ${jsonText(sql`g.approval_id`)} || ',"command":' || ${jsonText(command)} || reason || '}')
    from (values (',"reason":' || coalesce(${jsonText(sql`g.reason`)}, 'null'), true), ('', g.reason is null)) r (reason, is_possible)
    where is_possible)`;

const bookedReply = sql`jsonb_build_object('user_id', user_id, 'amount_fils', amount_fils)`;
const requestWords = sql`case kind when 'issue' then 'cash issue' when 'adjustment' then 'cash adjust' else kind end`;
const decisionWords = sql`'approvals ' || case g.outcome when 'approved' then 'approve' when 'refused' then 'refuse' else 'withdraw' end`;

/** A row for each command of the operator; the time is unknown where the program's clock set it. */
const commanded = sql`
  select shop_id, id, user_id, command_id, recorded_at, 'cash issue' as command, 'cash from the safe ' || id as subject,
    ${bookingInput(sql`'cash issue'`, sql`null`)} as inputs, ${bookedReply} as answer, null::jsonb as changes
  from cash_issues where command_id is not null
  union all
  select shop_id, id, user_id, command_id, recorded_at, 'cash adjust', 'adjustment ' || id,
    ${bookingInput(sql`'cash adjust'`, sql`reason`)}, ${bookedReply}, null
  from cash_adjustments where command_id is not null
  union all
  select shop_id, id, user_id, command_id, null, ${requestWords}, 'approval ' || id,
    ${bookingInput(requestWords, sql`reason`)},
    jsonb_build_object('approval_id', id, 'expires_at', ${isoText(sql`expires_at`)}), null
  from approvals where operator is not null
  union all
  select g.shop_id, g.approval_id, r.user_id, g.command_id, null, ${decisionWords}, 'decision about approval ' || g.approval_id,
    ${decisionInput(decisionWords)}, jsonb_build_object('approval_id', g.approval_id, 'outcome', g.outcome), g.changes
  from approval_decisions g left join approvals r on r.shop_id = g.shop_id and r.id = g.approval_id
  where g.operator is not null`;

export const operatorCommands: Sql<CashDifference> = differences(sql`
  select coalesce(s.shop_id, k.shop_id) as shop_id, case when s.id is null then 'unexplained_answer'
      when k.command_id is null then 'missing_answer' else 'wrong_answer' end as kind,
    coalesce(s.subject, 'command ' || k.command_id) as subject, s.user_id, s.id as source_id, ${namesOfFaults(
      {
        'nothing is recorded for the reply of this command': sql`s.id is null`,
        'its command has no stored reply': sql`k.command_id is null`,
        'it was recorded by another kind of command': sql`k.command <> s.command`,
        'the input of its command differs': sql`s.id is not null and k.fingerprint not in (
          select encode(sha256(convert_to(input, 'UTF8')), 'hex') from unnest(s.inputs) input)`,
        'the reply of its command differs': sql`s.id is not null and k.command_id is not null and not coalesce(k.answer @> s.answer, false)`,
        'the reply of its command has other changes': sql`k.answer is not null and (
          ${withoutNames(sql`k.answer -> 'changes'`)} <> s.changes or ${hasOtherNames(sql`k.answer -> 'changes'`)})`,
        'the reply of its command has another name': sql`
        a.id is not null and ${field('full_name')} is distinct from ${acceptedName(field('full_name'), sql`p.full_name`, sql`s.user_id`)}`,
        'it was recorded at another time than its command': sql`k.recorded_at <> s.recorded_at`,
      },
    )} as text
  from (${commanded}) s
  full join (select *, json_or_null(body) as answer from operator_commands) k
    on k.shop_id = s.shop_id and k.command_id = s.command_id
  left join profiles p on p.id = s.user_id
  -- Without an audit row the command predates the audit, and so may a renaming.
  left join audit_events a on a.shop_id = k.shop_id and a.what in ('issue_cash', 'adjust_cash') and a.recorded_at = k.recorded_at
    and a.command_id = k.command_id`);

export const adjustments: CashSource = {
  source_type: 'cash_adjustment',
  label: 'an adjustment',
  expected: sql`
    select a.shop_id, a.id, 'adjustment ' || a.id as subject, a.user_id,
      case when a.amount_fils > 0 then 'adjustment' else 'staff' end as from_holder,
      case when a.amount_fils < 0 then a.user_id end as from_user_id,
      case when a.amount_fils < 0 then 'adjustment' else 'staff' end as to_holder,
      case when a.amount_fils > 0 then a.user_id end as to_user_id,
      abs(a.amount_fils) as amount_fils, 'adjustment' as reason, ${bookedBy('a')}, a.occurred_at, a.recorded_at, ${FIRST_MOVEMENT}
    from cash_adjustments a
    ${joinApproval('a')}`,
};

export const issues: CashSource = {
  source_type: 'cash_issue',
  label: 'cash from the safe',
  expected: sql`
    select i.shop_id, i.id, 'cash from the safe ' || i.id as subject, i.user_id,
      'safe' as from_holder, null::uuid as from_user_id, 'staff' as to_holder, i.user_id as to_user_id,
      i.amount_fils, 'issue' as reason, ${bookedBy('i')}, i.occurred_at, i.recorded_at, ${FIRST_MOVEMENT}
    from cash_issues i
    ${joinApproval('i')}`,
};

/** The command and user of a booking: those of the decision that added it, or the operator. */
function bookedBy(row: string): Sql<unknown> {
  return sql`${decidedOr(row, sql`g.command_id`, sql.ref(`${row}.command_id`))} as command_id, g.decided_by as recorded_by`;
}
