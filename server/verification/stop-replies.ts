import { isoText, listOf } from '../cash/reply-check.ts';
import { type Sql, sql } from '../platform/database/sql.ts';

/**
 * The replies of the driver's commands about stops, as their rows require them. `k` is the command, `a` its
 * audit row.
 */

/** The rows `t` of the command `k` in this table. */
const ofCommand = (table: string) => sql`
  ${sql.ref(table)} t where t.shop_id = k.shop_id and t.user_id = k.user_id and t.command_id = k.command_id`;

/** The reply that a row requires; without a row, one that no command has. */
const orNone = (reply: Sql<unknown>) => sql`coalesce(${reply}, '{"record": true}')`;

const order = (id: Sql<unknown>, status: Sql<unknown>) => sql`
  (select jsonb_build_object('id', o.id, 'order_number', o.order_number, 'status', ${status})
    from orders o where o.shop_id = k.shop_id and o.id = ${id})`;
const outcome = (has_conflict: Sql<unknown>, done: string) =>
  sql`case when ${has_conflict} then 'recorded_with_conflict' else ${done} end`;

export const attemptReply = orNone(sql`(
  select jsonb_build_object('attempt_id', t.id, 'number', t.number, 'conflict', t.conflict,
    'outcome', ${outcome(sql`t.conflict is not null`, 'recorded')}, 'occurred_at', ${isoText(sql`t.occurred_at`)},
    'order', ${order(sql`t.order_id`, sql`case when t.conflict is null then 'dispatched' else t.from_status end`)})
  from ${ofCommand('delivery_attempts')})`);

/** No row has the status of an order that the undo did not restore; the audit has it. */
export const undoReply = orNone(sql`(
  select jsonb_build_object('outcome', ${outcome(sql`u.has_conflict`, 'undone')},
    'order', ${order(sql`u.order_id`, sql`case when u.has_conflict then a.after ->> 'status' else u.from_status end`)})
  from (
    select t.has_conflict, p.order_id, p.from_status from attempt_undos t
    join delivery_attempts p on p.shop_id = t.shop_id and p.id = t.attempt_id
    where t.shop_id = k.shop_id and t.user_id = k.user_id and t.command_id = k.command_id
  ) u)`);

/** Orders are checked in the sequence of their ids. */
export const loadingReply = sql`(
  select jsonb_build_object('checked', coalesce(jsonb_agg(t.order_id order by t.order_id), '[]'),
    'missing_orders', count(*) filter (where t.missing <> '[]'))
  from ${ofCommand('loading_checks')})`;

const skipped = sql`jsonb_array_elements(${listOf(sql`k.answer -> 'skipped'`)}) skipped`;
const setOutIds = sql`jsonb_array_elements_text(${listOf(sql`k.answer -> 'set_out'`)}) as done (id)`;

/** An order that set out has an event of the command; the database's clock is compared with itself. */
export const setOutWithoutEvent = sql`k.endpoint = 'set_out' and exists (
  select from ${setOutIds} where not exists (
    select from order_events e
    where e.shop_id = k.shop_id and e.order_id::text = done.id and e.kind = 'status' and e.actor_user_id = k.user_id
      and e.detail ->> 'to' = 'dispatching' and e.recorded_at between k.recorded_at - interval '1 minute' and k.recorded_at + interval '1 hour'))`;

/** Each reason for which an order stays in the shop requires certain rows. */
export const skippedWithoutReason = sql`k.endpoint = 'set_out' and exists (
  select from ${skipped}
  left join drivers d on d.shop_id = k.shop_id and d.user_id = k.user_id
  left join orders o on o.shop_id = k.shop_id and o.id::text = skipped ->> 'order_id'
  where case skipped ->> 'because'
    when 'not_found' then o.id is not null and exists (
      select from order_assignments t where t.shop_id = o.shop_id and t.order_id = o.id and t.driver_id = d.id and t.assigned_at < k.recorded_at)
    when 'attempted' then not exists (
      select from delivery_attempts t where t.shop_id = o.shop_id and t.order_id = o.id and t.driver_id = d.id and t.conflict is null)
    else o.id is null or not exists (
      select from order_assignments t where t.shop_id = o.shop_id and t.order_id = o.id and t.driver_id = d.id)
  end)`;

/** Formats the settings in a reply as the audit has them. */
const reasonTexts = sql`(
  select jsonb_agg(concat_ws(' ', one ->> 'key', case when one -> 'needs_photo' = 'true' then 'photo' end,
    case when one -> 'needs_note' = 'true' then 'note' end, case when one -> 'needs_time' = 'true' then 'time' end)
    || coalesce(': ' || (one ->> 'label'), '') order by nth)
  from jsonb_array_elements(${listOf(sql`k.answer -> 'reasons'`)}) with ordinality as r (one, nth))`;
const templateTexts = sql`(
  select jsonb_agg(concat_ws(' ', one ->> 'kind', one ->> 'language', case when one -> 'is_reviewed' = 'true' then 'reviewed' end)
    || ': ' || (one ->> 'text') order by nth)
  from jsonb_array_elements(${listOf(sql`k.answer -> 'templates'`)}) with ordinality as r (one, nth))`;

export const hasOtherSettings = sql`k.endpoint = 'change_delivery_settings' and a.id is not null
  and (${reasonTexts}, ${templateTexts}) is distinct from (a.after -> 'reasons', a.after -> 'templates')`;
