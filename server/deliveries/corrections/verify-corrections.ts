import {
  type CashCheck,
  type CashSource,
  differences,
  namesOfDifferences,
  namesOfFaults,
} from '../../cash/cash-difference.ts';
import { correctedMovements, correctionSteps } from '../../cash/corrections/corrected-movements.ts';
import { decidedOr, joinApproval } from '../../cash/decided.ts';
import { isoText } from '../../cash/reply-check.ts';
import { isVoided } from '../../cash/voids/is-voided.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';

/** Checks of corrections `s`, in their order, with their delivery `c` and their difference `d`. */

/** The largest accepted difference between the clocks of two servers. */
const CLOCKS_APART_AT_MOST = sql`interval '5 minutes'`;
const subject = sql`'correction of order ' || coalesce(o.order_number, s.order_id::text)`;

/** True if the person handed in cash after the delivery and before the correction. */
const handedIn = (until: Sql<unknown>, also: Sql<unknown> = sql`true`) => sql`exists (
  select from cash_handovers h
  where h.shop_id = s.shop_id and h.staff_user_id = s.user_id and h.handover_type in ('drop', 'collection', 'end')
    and h.recorded_at >= c.recorded_at and h.recorded_at < ${until} and ${also})`;
const certainlyHandedIn = handedIn(
  sql`s.recorded_at - ${CLOCKS_APART_AT_MOST}`,
  sql`not ${isVoided('handover', sql`h`)}`,
);
/** True if the difference of an end of day after the delivery was perhaps undecided at the correction. */
const perhapsUndecided = sql`exists (
  select from cash_handovers h
  where h.shop_id = s.shop_id and h.staff_user_id = s.user_id and h.handover_type = 'end' and h.difference_choice = 'short_or_over'
    and h.difference_fils <> 0 and (h.recorded_at >= c.recorded_at or h.completed_at >= c.delivered_at)
    and h.recorded_at < s.recorded_at + ${CLOCKS_APART_AT_MOST}
    and not exists (select from cash_differences w
      where w.shop_id = h.shop_id and w.handover_id = h.id and w.recorded_at < s.recorded_at - ${CLOCKS_APART_AT_MOST})
    and not exists (select from cash_handovers n
      where n.shop_id = h.shop_id and n.driver_id = h.driver_id and n.handover_type = 'end' and n.recorded_at > h.recorded_at
        and n.recorded_at < s.recorded_at - ${CLOCKS_APART_AT_MOST} and not ${isVoided('handover', sql`n`)}))`;
const perhapsHandedIn = handedIn(sql`s.recorded_at + ${CLOCKS_APART_AT_MOST}`);

const byReference = sql`(s.link_fils + s.transfer_fils)`;
const owed = sql`s.due_fils - s.rounding_fils - s.collected_fils - ${byReference}`;
/** The cash that was due after all other payments, in fils. */
const cashDue = sql`greatest(0, s.due_fils - (s.collected_fils - s.cash_fils) - ${byReference})`;
const isOwn = sql`s.approval_id is null and s.recorded_by = s.user_id`;

const correctionRecords: CashCheck = differences(sql`
  select s.shop_id, 'wrong_record' as kind, ${subject} as subject, s.user_id, s.id as source_id, ${namesOfFaults(
    {
      'its delivery is missing': sql`c.id is null`,
      'its delivery is of another order or person': sql`(c.order_id, c.driver_id, c.user_id) <> (s.order_id, s.driver_id, s.user_id)`,
      'its number is not the next one': sql`s.number <> s.nth`,
      'it changes what was due': sql`s.due_fils <> coalesce(c.due_fils, c.collected_fils) or s.refund_fils <> c.refund_fils`,
      'more is rounded than no coin can pay': sql`s.rounding_fils > greatest(0, least(${cashDue} % 25, ${cashDue} - s.cash_fils))`,
      'less was taken without a reason': sql`${owed} > 24 and s.short_reason is null and s.erased_at is null`,
      'it has no reason': sql`s.approval_id is null and s.recorded_by <> s.user_id and s.reason is null and s.erased_at is null`,
      'its person did not request it': sql`s.approval_id is not null and s.recorded_by <> s.user_id`,
      'it lowered the cash without an approval': sql`${isOwn} and s.cash_fils < s.earlier_fils`,
      'it was recorded without an approval after cash was handed in': sql`${isOwn} and ${certainlyHandedIn}`,
      'it happened after it was recorded': sql`s.occurred_at > s.recorded_at`,
      'it happened before its delivery': sql`s.occurred_at < c.delivered_at`,
      'it was recorded before its delivery': sql`s.recorded_at < c.recorded_at - ${CLOCKS_APART_AT_MOST}`,
      'its document is that of the delivery': sql`s.document_file_id in (c.delivery_note_file_id, c.delivery_image_file_id)`,
      'its photo is that of the delivery': sql`s.photo_file_id in (c.delivery_note_file_id, c.delivery_image_file_id)`,
      'its difference is missing': sql`d.id is null and s.cash_fils <> s.earlier_fils and ${certainlyHandedIn} and not ${perhapsUndecided}`,
      'it has a difference although no cash was handed in': sql`d.id is not null and not ${perhapsHandedIn}`,
      'its difference is another one': sql`d.id is not null and (d.user_id <> s.user_id
      or case d.kind when 'shortage' then d.amount_fils when 'over' then -d.amount_fils else 0 end <> s.cash_fils - s.earlier_fils
      or d.command_id is distinct from ${decidedOr('s', sql`g.command_id`, sql`s.command_id`)})`,
    },
  )} as text
  from (
    select t.*, row_number() over (partition by t.shop_id, t.confirmation_id order by t.number, t.id) as nth from (${correctionSteps}) t
  ) s
  left join delivery_confirmations c on c.shop_id = s.shop_id and c.id = s.confirmation_id
  left join cash_differences d on d.shop_id = s.shop_id and d.correction_id = s.id
  left join orders o on o.shop_id = s.shop_id and o.id = s.order_id
  ${joinApproval('s')}`);

/** Compares an event with its correction, and with what was recorded before it. */
const eventFields: Parameters<typeof namesOfDifferences>[0] = {
  number: [sql`e.detail -> 'number'`, sql`to_jsonb(s.number)`],
  tender: [sql`e.detail ->> 'tender'`, sql`s.tender`],
  amount: [sql`e.detail -> 'collected_fils'`, sql`to_jsonb(s.collected_fils)`],
  cash: [sql`e.detail -> 'cash_fils'`, sql`to_jsonb(s.cash_fils)`],
  'cash before': [sql`e.detail -> 'before_cash_fils'`, sql`to_jsonb(s.earlier_fils)`],
  'amount before': [
    sql`e.detail -> 'before_collected_fils'`,
    sql`to_jsonb(coalesce(b.collected_fils, c.collected_fils))`,
  ],
  'tender before': [
    sql`e.detail ->> 'before_tender'`,
    sql`case when b.id is null then c.tender else b.tender end`,
  ],
};

/** Compares an order's history with the corrections of its deliveries. */
const correctionHistory: CashCheck = differences(sql`
  select coalesce(s.shop_id, e.shop_id) as shop_id, case when e.id is null then 'missing_history'
      when s.id is null then 'unexplained_history' else 'wrong_history' end as kind,
    'correction of order ' || coalesce(o.order_number, s.order_id::text, e.order_id::text) as subject,
    coalesce(s.user_id, e.actor_user_id) as user_id, coalesce(s.id, e.id) as source_id, ${namesOfFaults({
      'the order’s history has no entry for it': sql`e.id is null`,
      'the order’s history has an entry but nothing is recorded': sql`s.id is null`,
      'the order’s history has it twice': sql`e.lines > 1`,
      'it is in another order’s history': sql`e.order_id <> s.order_id`,
      'the order’s history names another user': sql`e.id is not null and s.id is not null
        and e.actor_user_id is distinct from ${decidedOr('s', sql`g.decided_by`, sql`s.recorded_by`)}`,
      'the order’s history differs': sql`s.id is not null and e.id is not null and ${namesOfDifferences(eventFields)} <> ''`,
    })} as text
  from (${correctionSteps}) s
  full join (
    select e.*, e.detail ->> 'correction_id' as correction_id,
      count(*) over (partition by e.shop_id, e.detail ->> 'correction_id') as lines
    from order_events e where e.kind = 'corrected'
  ) e on e.shop_id = s.shop_id and e.correction_id = s.id::text
  left join delivery_confirmations c on c.shop_id = s.shop_id and c.id = s.confirmation_id
  left join delivery_corrections b on b.shop_id = s.shop_id and b.confirmation_id = s.confirmation_id and b.number = s.number - 1
  left join orders o on o.shop_id = coalesce(s.shop_id, e.shop_id) and o.id = coalesce(s.order_id, e.order_id)
  ${joinApproval('s')}`);

/** Corrections of deliveries, which reverse the earlier booking and book again. */
export const correctionSource: CashSource = {
  source_type: 'delivery_correction',
  label: 'a correction',
  expected: correctedMovements,
  checks: [correctionRecords, correctionHistory],
};

/** The reply of a correction or of a request for one; `id`, `number` and the facts are of the row `k`. */
export const correctionReply = (facts: {
  id: Sql<unknown>;
  fact(name: string): Sql<unknown>;
  earlier: Sql<unknown>;
}) => sql`jsonb_build_object('correction_id', ${facts.id}, 'number', ${facts.fact('number')}, 'tender', ${facts.fact('tender')},
  'collected_fils', ${facts.fact('collected_fils')}, 'cash_before_fils', ${facts.earlier}, 'cash_fils', ${facts.fact('cash_fils')})`;

/**
 * The replies and audit rows of corrections that needed no approval, in the columns of
 * `second-person-replies.ts`.
 */
export const correctionCommands: Sql<unknown> = sql`
  select s.shop_id, s.recorded_by as by_user_id, null::text as operator, w.endpoint, s.command_id, s.id, ${subject} as subject, s.user_id,
    s.recorded_at, ${correctionReply({ id: sql`s.id`, fact: (name) => sql.ref(`s.${name}`), earlier: sql`s.earlier_fils` })}
      || case when s.recorded_by = s.user_id then jsonb_build_object('approval_id', null, 'expires_at', null)
        else jsonb_build_object('difference_id', d.id, 'account', d.kind) end as answer,
    w.endpoint as what, s.order_id as audited_id,
    jsonb_build_object('confirmation_id', s.confirmation_id, 'correction_id', s.id, 'number', s.number, 'tender', s.tender,
      'collected_fils', s.collected_fils, 'cash_fils', s.cash_fils, 'rounding_fils', s.rounding_fils, 'link_fils', s.link_fils,
      'transfer_fils', s.transfer_fils, 'occurred_at', ${isoText(sql`s.occurred_at`)})
      || case when s.recorded_by = s.user_id then '{}' else jsonb_build_object('difference_id', d.id, 'account', d.kind) end as facts
  from (${correctionSteps}) s
  cross join lateral (select case when s.recorded_by = s.user_id then 'correct_delivery' else 'correct_recorded_delivery' end) w (endpoint)
  left join cash_differences d on d.shop_id = s.shop_id and d.correction_id = s.id
  left join orders o on o.shop_id = s.shop_id and o.id = s.order_id
  where s.approval_id is null`;
