import type { AuditRowName } from '../../contract/operations/audited.ts';
import { type CashCheck, differences, namesOfFaults } from '../cash/cash-difference.ts';
import { sql } from '../platform/database/sql.ts';
import { secondPersonCommands } from './second-person-replies.ts';

const SECOND_PERSON_ROWS = [
  'record_settlement',
  'request_void',
  'void_record',
  'request_adjustment',
  'request_issue',
  'request_float',
  'request_write_off',
  'request_expense',
  'request_waiver',
  'request_unpaid_delivery',
  'correct_delivery',
  'correct_recorded_delivery',
  'request_correction',
  'decide_approval',
  'decide_difference',
  'propose_salary',
] as const satisfies readonly AuditRowName[];
const HANDOVER_ROWS = [
  'start_handover',
  'end_handover',
  'record_drop',
] as const satisfies readonly AuditRowName[];

const NO_USER = sql`'00000000-0000-0000-0000-000000000000'::uuid`;
/** Names the keys of \`expected\` whose values differ in \`found\`. */
const keysThatDiffer = (found: string, expected: string) => sql`(
  select string_agg(replace(key, '_', ' '), ', ' order by key) from jsonb_each(${sql.ref(expected)}) e (key, value)
  where coalesce(${sql.ref(found)} -> key, 'null') is distinct from value)`;

/** The previous holder of the card machine of a handover `h`: a driver or the shop. */
const machineBefore = sql`case when h.card_machine_id is not null then jsonb_build_object('holder_driver_id',
  case when h.card_machine_from_driver_id is null and not h.card_machine_from_shop then to_jsonb('unknown'::text)
    else to_jsonb(h.card_machine_from_driver_id) end) end`;

/**
 * Compares records with the audit rows of their commands. Audit rows of handovers have these facts since the
 * choice about a difference exists; nothing else has the previous holder of a card machine.
 */
const recordsAndAudit: CashCheck = differences(sql`
  with c as (
    select shop_id, coalesce(by_user_id, ${NO_USER}) as by_user_id, operator, command_id, id, subject, user_id, what, audited_id, facts,
      null::jsonb as before, true as is_audited
    from (${secondPersonCommands}) all_commands
    union all
    select h.shop_id, h.admin_id, null, h.command_id, h.id, h.handover_type || ' ' || h.handover_reference, h.staff_user_id,
      case h.handover_type when 'drop' then 'record_drop' else h.handover_type || '_handover' end, h.id,
      jsonb_build_object('card_machine_id', h.card_machine_id, 'difference_choice', h.difference_choice),
      ${machineBefore}, false
    from cash_handovers h where h.handover_type <> 'collection'
  ), a as (
    select *, coalesce(user_id, ${NO_USER}) as by_user_id from audit_events
    where command_id is not null and (what in (${sql.join([...SECOND_PERSON_ROWS])})
      or what in (${sql.join([...HANDOVER_ROWS])}) and after ? 'difference_outcome')
  )
  select coalesce(c.shop_id, a.shop_id) as shop_id, 'wrong_record' as kind, coalesce(c.subject, 'command ' || a.command_id) as subject,
    coalesce(c.user_id, a.user_id) as user_id, c.id as source_id, ${namesOfFaults({
      'the audit has no row for it': sql`a.id is null and c.is_audited`,
      'the audit has a row for it, but nothing is recorded': sql`c.id is null and a.what in (${sql.join([...SECOND_PERSON_ROWS])})`,
      'the audit has another subject': sql`a.subject_id is distinct from c.audited_id::text and a.id is not null and c.id is not null`,
      'the audit has another operator': sql`a.operator is distinct from c.operator and a.id is not null and c.id is not null`,
      'the audit has other facts': sql`${keysThatDiffer('a.after', 'c.facts')} is not null and a.id is not null`,
      'the audit has another holder of its card machine': sql`${keysThatDiffer('a.before', 'c.before')} is not null and a.id is not null`,
    })} as text
  from c
  full join a on a.shop_id = c.shop_id and a.by_user_id = c.by_user_id and a.command_id = c.command_id and a.what = c.what`);

export const auditChecks: readonly CashCheck[] = [recordsAndAudit];
