import { type Sql, sql } from '../platform/database/sql.ts';
import { type CashDifference, type CashSource, differences, namesOfFaults } from './cash-difference.ts';
import { acceptedName, field } from './reply-check.ts';

/**
 * Checks of the operator's bookings, cash from the safe and adjustments, against their commands (decision
 * 22).
 */

/** Formats a text like `JSON.stringify`; reasons have no control characters. */
const jsonText = (text: Sql<unknown>) => sql`to_json(${text}::text)::text`;
/** Computes the fingerprint of the input like `fingerprintOf`. */
const fingerprint = sql`encode(sha256(convert_to('{"amount_fils":' || s.amount_fils || ',"command":' || ${jsonText(sql`s.command`)}
  || case when s.reason is null then '' else ',"reason":' || ${jsonText(sql`s.reason`)} end
  || ',"user_id":' || ${jsonText(sql`s.user_id`)} || '}', 'UTF8')), 'hex')`;

const booked = sql`
  select shop_id, id, user_id, amount_fils, null as reason, command_id, recorded_at, 'cash issue' as command,
    'cash from the safe ' || id as subject
  from cash_issues where command_id is not null
  union all
  select shop_id, id, user_id, amount_fils, reason, command_id, recorded_at, 'cash adjust', 'adjustment ' || id
  from cash_adjustments where command_id is not null`;

export const operatorCommands: Sql<CashDifference> = differences(sql`
  select coalesce(s.shop_id, k.shop_id) as shop_id, case when s.id is null then 'unexplained_answer'
      when k.command_id is null then 'missing_answer' else 'wrong_answer' end as kind,
    coalesce(s.subject, 'command ' || k.command_id) as subject, s.user_id, s.id as source_id, ${namesOfFaults(
      {
        'nothing is booked for the reply of this command': sql`s.id is null`,
        'its command has no stored reply': sql`k.command_id is null`,
        'it was booked by another kind of command': sql`k.command <> s.command`,
        'the input of its command differs': sql`k.fingerprint <> ${fingerprint}`,
        'the reply of its command differs': sql`s.id is not null and k.command_id is not null and not coalesce(
        k.answer @> jsonb_build_object('user_id', s.user_id, 'amount_fils', s.amount_fils), false)`,
        'the reply of its command has another name': sql`
        a.id is not null and ${field('full_name')} is distinct from ${acceptedName(field('full_name'), sql`p.full_name`, sql`s.user_id`)}`,
        'it was booked at another time than its command': sql`k.recorded_at <> s.recorded_at`,
      },
    )} as text
  from (${booked}) s
  full join (select *, json_or_null(body) as answer from operator_commands where command in ('cash issue', 'cash adjust')) k
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
      abs(a.amount_fils) as amount_fils, 'adjustment' as reason,
      a.command_id, null::uuid as recorded_by, a.occurred_at, a.recorded_at
    from cash_adjustments a`,
};

export const issues: CashSource = {
  source_type: 'cash_issue',
  label: 'cash from the safe',
  expected: sql`
    select i.shop_id, i.id, 'cash from the safe ' || i.id as subject, i.user_id,
      'safe' as from_holder, null::uuid as from_user_id, 'staff' as to_holder, i.user_id as to_user_id,
      i.amount_fils, 'issue' as reason,
      i.command_id, null::uuid as recorded_by, i.occurred_at, i.recorded_at
    from cash_issues i`,
};
