import {
  type CashCheck,
  type CashSource,
  differences,
  FIRST_MOVEMENT,
  joinCommand,
  namesOfFaults,
} from '../cash/cash-difference.ts';
import { MAX_RECORDING_DELAY } from '../cash/handed-over-at.ts';
import { field, isoText } from '../cash/reply-check.ts';
import { sql } from '../platform/database/sql.ts';

const endpoint = sql`
  case h.handover_type when 'start' then 'start_handover' when 'end' then 'end_handover'
    when 'drop' then 'record_drop' else 'collect_cash' end`;

/** The result of the signed choice about a difference `h`; null for handovers without one. */
const differenceOutcome = sql`
  case when h.difference_choice is null or h.difference_fils = 0 then null when h.difference_choice = 'kept' then 'kept'
    when booked.id is not null then 'booked' else 'undecided' end`;
/** Joins the difference that the command of the handover booked. */
const joinBooked = sql`
  left join cash_differences booked on booked.shop_id = h.shop_id and booked.handover_id = h.id and booked.kind <> 'none'
    and booked.decided_by = h.admin_id and booked.command_id = h.command_id`;

const handoverRecords: CashCheck = differences(sql`
  select h.shop_id, 'wrong_record' as kind, h.handover_type || ' ' || h.handover_reference as subject,
    h.staff_user_id as user_id, h.id as source_id, ${namesOfFaults({
      'its reference is of another handover': sql`
        case h.handover_type
          when 'collection' then not starts_with(h.handover_reference, h.staff_user_id || '_' || h.admin_id || '_')
          else h.handover_reference !~ ('^' || case h.handover_type when 'start' then 'SOD' when 'end' then 'EOD' else 'DRP' end
            || '-\\d{8}-' || h.driver_id || '-\\d{13}$') end`,
      'its driver is another person': sql`h.driver_id is not null and d.user_id is distinct from h.staff_user_id`,
      // A driver record may be created later, but is never deleted.
      'its driver is missing': sql`h.driver_id is null and exists (
        select from drivers own where own.shop_id = h.shop_id and own.user_id = h.staff_user_id
          and own.created_at < k.recorded_at - interval '1 minute')`,
      'it has the previous holder of no card machine': sql`h.card_machine_id is null
        and (h.card_machine_from_driver_id is not null or h.card_machine_from_shop)`,
      'its card machine came from the shop and from a driver': sql`
        h.card_machine_from_shop and h.card_machine_from_driver_id is not null`,
      'it happened after it was recorded': sql`h.completed_at > h.recorded_at`,
      'it was recorded too late': sql`h.recorded_at > h.completed_at + ${MAX_RECORDING_DELAY}`,
      'its notes name another person': sql`h.handover_type = 'collection' and not starts_with(h.notes,
        'Cash collected from ' || (json_or_null(k.body) ->> 'full_name') || ' to ')`,
    })} as text
  from cash_handovers h
  left join drivers d on d.shop_id = h.shop_id and d.id = h.driver_id
  left join commands k on h.handover_type = 'collection' and k.shop_id = h.shop_id and k.user_id = h.admin_id
    and k.endpoint = 'collect_cash' and k.command_id = h.command_id`);

export const handoverSource: CashSource = {
  source_type: 'cash_handover',
  label: 'a handover of cash',
  expected: sql`
    select h.shop_id, h.id, replace(r.reason, '_', ' ') || ' ' || h.handover_reference as subject,
      h.staff_user_id as user_id,
      'staff' as from_holder, case h.handover_type when 'start' then h.admin_id else h.staff_user_id end as from_user_id,
      'staff' as to_holder, case h.handover_type when 'start' then h.staff_user_id else h.admin_id end as to_user_id,
      h.amount_fils, r.reason,
      h.command_id, h.admin_id as recorded_by, h.completed_at as occurred_at, k.recorded_at, ${FIRST_MOVEMENT}
    from cash_handovers h
    cross join lateral (select case h.handover_type
      when 'start' then 'start_handover' when 'end' then 'end_handover' when 'drop' then 'drop' else 'collection' end as reason) r
    ${joinCommand('h', 'admin_id', endpoint)}
    where h.amount_fils > 0`,
  replies: {
    endpoints: ['start_handover', 'end_handover', 'record_drop', 'collect_cash'],
    records: sql`
    select h.*, h.admin_id as by_user_id, ${endpoint} as endpoint, h.staff_user_id as user_id,
      h.handover_type || ' ' || h.handover_reference as subject, ${differenceOutcome} as difference_outcome
    from cash_handovers h
    ${joinBooked}`,
    fields: {
      id: [field('id'), sql`r.id::text`],
      reference: [field('handover_reference'), sql`r.handover_reference`],
      amount: [field('amount_fils'), sql`r.amount_fils::text`],
      difference: [field('difference_fils'), sql`r.difference_fils::text`],
      // Older replies and collections have no outcome.
      'outcome of the difference': [field('difference_outcome'), sql`r.difference_outcome`],
      time: [field('completed_at'), isoText(sql`r.completed_at`)],
      sender: [
        field('staff_user_id'),
        sql`case when r.handover_type = 'collection' then r.staff_user_id::text end`,
      ],
    },
  },
  checks: [handoverRecords],
};
