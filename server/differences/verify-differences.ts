import { type CashCheck, type CashSource, differences, namesOfFaults } from '../cash/cash-difference.ts';
import { joinApproval } from '../cash/decided.ts';
import { MAX_RECORDING_DELAY } from '../cash/handed-over-at.ts';
import { isoText } from '../cash/reply-check.ts';
import { isVoided } from '../cash/voids/is-voided.ts';
import { commandOfDelivery } from '../deliveries/verify-as-taken.ts';
import { type Sql, sql } from '../platform/database/sql.ts';

/**
 * Checks of booked differences, their settlements and the proposals for the salary list. `d` is a difference
 * and `h` its end of day.
 */

const joinDayEnd = sql`left join cash_handovers h on h.shop_id = d.shop_id and h.id = d.handover_id`;
const dayEnd = sql`coalesce(h.handover_reference, d.handover_id::text, 'correction ' || d.correction_id)`;
/** True for a difference that the command of its end of day booked, not the desk. */
const isOfDayEnd = sql`(h.command_id = d.command_id and h.admin_id = d.decided_by)`;
/** Differences of corrections are booked by the correction, or by the decision that approves it. */
const bookedBy = sql`case when d.correction_id is not null then coalesce((
    select case when x.approval_id is null then 'correct_recorded_delivery' else 'decide_approval' end
    from delivery_corrections x where x.shop_id = d.shop_id and x.id = d.correction_id), '')
  when ${isOfDayEnd} then 'end_handover' else 'decide_difference' end`;

const differenceRecords: CashCheck = differences(sql`
  select d.shop_id, 'wrong_record' as kind, 'difference of ' || ${dayEnd} as subject, d.user_id, d.id as source_id, ${namesOfFaults(
    {
      'its end of day is missing': sql`h.id is null and d.correction_id is null`,
      'its correction is missing': sql`d.correction_id is not null and not exists (
        select from delivery_corrections x where x.shop_id = d.shop_id and x.id = d.correction_id)`,
      'its handover is no end of day': sql`h.handover_type <> 'end'`,
      'its end of day is another person’s': sql`h.staff_user_id <> d.user_id`,
      'both have not signed it as short or over': sql`h.difference_choice is distinct from 'short_or_over' and h.id is not null`,
      'its kind contradicts the signed difference': sql`d.kind = 'shortage' and h.difference_fils >= 0 or d.kind = 'over' and h.difference_fils <= 0`,
      'it is more than the signed difference': sql`d.amount_fils > abs(h.difference_fils)`,
      'it is not the signed difference': sql`${isOfDayEnd} and d.amount_fils < abs(h.difference_fils)`,
      'its person decided about it': sql`d.decided_by = d.user_id`,
      'more is settled than its amount': sql`s.fils > d.amount_fils`,
      'it is settled although its end of day is void': sql`s.fils is not null and ${isVoided('handover', sql`h`)}`,
    },
  )} as text
  from cash_differences d
  ${joinDayEnd}
  left join (select shop_id, difference_id, sum(amount_fils) as fils from cash_settlements group by shop_id, difference_id) s
    on s.shop_id = d.shop_id and s.difference_id = d.id`);

/** Differences of ends of day that both signed as short or over. */
export const differenceSource: CashSource = {
  source_type: 'cash_difference',
  label: 'a shortage or an over',
  expected: sql`
    select d.shop_id, d.id, 'difference of ' || ${dayEnd} as subject, d.user_id,
      case d.kind when 'shortage' then 'staff' else 'over' end as from_holder,
      case d.kind when 'shortage' then d.user_id end as from_user_id,
      case d.kind when 'shortage' then 'shortage' else 'staff' end as to_holder,
      case d.kind when 'over' then d.user_id end as to_user_id,
      d.amount_fils, 'difference' as reason, d.command_id, d.decided_by as recorded_by, d.recorded_at as occurred_at, k.recorded_at,
      1::smallint as leg, null::uuid as reverses, d.user_id as account_user_id
    from cash_differences d
    ${joinDayEnd}
    left join commands k on k.shop_id = d.shop_id and k.user_id = d.decided_by and k.endpoint = ${bookedBy} and k.command_id = d.command_id
    where d.kind <> 'none'`,
  checks: [differenceRecords],
};

const settled = sql`'settlement of ' || ${dayEnd}`;
const joinDifference = (row: string) => sql`
  left join cash_differences d on d.shop_id = ${sql.ref(`${row}.shop_id`)} and d.id = ${sql.ref(`${row}.difference_id`)}
  ${joinDayEnd}`;
const joinDelivery = sql`left join delivery_confirmations c on c.shop_id = s.shop_id and c.id = s.confirmation_id`;
/** The largest accepted difference between the server's clock and the database's. */
const CLOCKS_APART_AT_MOST = sql`interval '1 day'`;

const settlementRecords: CashCheck = differences(sql`
  select s.shop_id, 'wrong_record' as kind, ${settled} as subject, s.user_id, s.id as source_id, ${namesOfFaults(
    {
      'its difference is missing': sql`d.id is null`,
      'its difference is another person’s': sql`d.user_id <> s.user_id`,
      'nothing was booked that it could settle': sql`d.kind = 'none'`,
      'an over is not deducted from a salary': sql`s.kind = 'salary' and d.kind <> 'shortage'`,
      'a late delivery cancels no shortage': sql`s.kind = 'late_delivery' and d.kind <> 'over'`,
      'its reference is of another record': sql`s.reference !~ '^ST-\\d{13}$'`,
      'its person received it': sql`s.staff_user_id = s.user_id`,
      'it happened after it was recorded': sql`s.kind = 'payment' and s.completed_at > s.recorded_at`,
      'it was recorded too late': sql`s.kind = 'payment' and s.recorded_at > s.completed_at + ${MAX_RECORDING_DELAY}`,
      'its delivery is missing': sql`s.kind = 'late_delivery' and c.id is null`,
      'its delivery is another person’s': sql`c.user_id <> s.user_id`,
      'its delivery was made after the end of day': sql`c.delivered_at > h.completed_at`,
      'its delivery was recorded before the end of day': sql`c.recorded_at < h.recorded_at - ${CLOCKS_APART_AT_MOST}`,
      'it is of another command or time than its delivery': sql`(s.command_id, s.completed_at) is distinct from (c.command_id, c.delivered_at) and c.id is not null`,
      'its delivery was for less cash': sql`s.of_delivery_fils > c.cash_fils`,
    },
  )} as text
  from (
    select s.*, sum(s.amount_fils) over (partition by s.shop_id, s.confirmation_id) as of_delivery_fils from cash_settlements s
  ) s
  ${joinDifference('s')}
  ${joinDelivery}`);

/** Settlements: payments, write-offs that another user approved, and overs cancelled by late deliveries. */
export const settlementSource: CashSource = {
  source_type: 'cash_settlement',
  label: 'a settlement',
  expected: sql`
    select s.shop_id, s.id, ${settled} as subject, s.user_id,
      case when d.kind = 'shortage' then 'shortage' else ${beyond()} end as from_holder,
      case when d.kind <> 'shortage' then ${staff()} end as from_user_id,
      case when d.kind = 'shortage' then ${beyond()} else 'over' end as to_holder,
      case when d.kind = 'shortage' then ${staff()} end as to_user_id,
      s.amount_fils, case s.kind when 'payment' then 'settlement' when 'late_delivery' then s.kind else 'write_off' end as reason,
      s.command_id, coalesce(${staff()}, g.decided_by) as recorded_by, s.completed_at as occurred_at,
      coalesce(k.recorded_at, g.recorded_at) as recorded_at,
      1::smallint as leg, null::uuid as reverses, s.user_id as account_user_id
    from cash_settlements s
    ${joinDifference('s')}
    ${joinDelivery}
    left join commands k on k.shop_id = s.shop_id and k.user_id = ${staff()} and k.command_id = s.command_id
      and k.endpoint = case s.kind when 'payment' then 'record_settlement' else ${commandOfDelivery('c')} end
    ${joinApproval('s')}`,
  checks: [settlementRecords],
};

/** The user whose cash a settlement changes, who also recorded it; null for a write-off. */
function staff(): Sql<unknown> {
  return sql`case s.kind when 'payment' then s.staff_user_id when 'late_delivery' then c.user_id end`;
}

/** The holder on the other side of the shortage or over. */
function beyond(): Sql<unknown> {
  return sql`case when s.kind in ('payment', 'late_delivery') then 'staff' else 'adjustment' end`;
}

const salaryRecords: CashCheck = differences(sql`
  select s.shop_id, 'wrong_record' as kind, 'proposal for the salary list about ' || ${dayEnd} as subject, d.user_id, s.id as source_id,
    ${namesOfFaults({
      'its difference is missing': sql`d.id is null`,
      'its difference is no shortage': sql`d.kind <> 'shortage'`,
      'it is more than the shortage': sql`s.amount_fils > d.amount_fils`,
      'its person proposed it': sql`s.proposed_by = d.user_id`,
    })} as text
  from salary_proposals s
  ${joinDifference('s')}`);

export const salaryChecks: readonly CashCheck[] = [salaryRecords];

/**
 * The replies and audit rows of these records, in the columns of `second-person-replies.ts`. The amount left
 * after a payment is compared with the audit.
 */
export const differenceCommands: Sql<unknown> = sql`
  select d.shop_id, d.decided_by as by_user_id, null::text as operator, 'decide_difference' as endpoint, d.command_id, d.id,
    'difference of ' || ${dayEnd} as subject, d.user_id, d.recorded_at,
    jsonb_build_object('handover_id', d.handover_id, 'difference_id', case when d.kind <> 'none' then d.id end,
      'account', nullif(d.kind, 'none'), 'amount_fils', d.amount_fils) as answer,
    'decide_difference' as what, d.handover_id as audited_id,
    jsonb_build_object('user_id', d.user_id, 'account', nullif(d.kind, 'none'), 'amount_fils', d.amount_fils,
      'difference_outcome', case d.kind when 'none' then 'kept' else 'booked' end) as facts
  from cash_differences d
  ${joinDayEnd}
  where ${isOfDayEnd} is not true and d.correction_id is null
  union all
  select s.shop_id, s.staff_user_id, null, 'record_settlement', s.command_id, s.id, ${settled}, s.user_id, s.recorded_at,
    jsonb_build_object('id', s.id, 'reference', s.reference, 'difference_id', s.difference_id, 'account', d.kind, 'user_id', s.user_id,
      'amount_fils', s.amount_fils, 'completed_at', ${isoText(sql`s.completed_at`)}),
    'record_settlement', s.id,
    jsonb_build_object('reference', s.reference, 'user_id', s.user_id, 'account', d.kind, 'amount_fils', s.amount_fils)
  from cash_settlements s
  ${joinDifference('s')}
  where s.kind = 'payment'
  union all
  select s.shop_id, s.proposed_by, null, 'propose_salary', s.command_id, s.id, 'proposal for the salary list about ' || ${dayEnd},
    d.user_id, s.recorded_at, jsonb_build_object('difference_id', s.difference_id, 'amount_fils', s.amount_fils),
    'propose_salary', s.difference_id, jsonb_build_object('user_id', d.user_id, 'amount_fils', s.amount_fils)
  from salary_proposals s
  ${joinDifference('s')}`;
