import type { SkippedBecause } from '../../contract/rules/orders/desk-orders.ts';
import { DELIVERABLE_STATUSES } from '../../contract/rules/orders/order-life.ts';
import { type CashCheck, differences, namesOfFaults } from '../cash/cash-difference.ts';
import { field, isoText, listOf, uuidOf } from '../cash/reply-check.ts';
import { type Sql, sql } from '../platform/database/sql.ts';
import { commandsAndAudit, ifObject, repliesOf } from './reply-queries.ts';
import type { CommandName } from './reply-schemas.ts';

/** The commands that change several orders. */
export const MANY_ORDERS = [
  'assign_orders',
  'unassign_orders',
  'dispatch_orders',
  'return_orders',
  'postpone_orders',
  'cancel_orders',
  'reopen_orders',
  'review_conflicts',
  'undo_orders',
] as const satisfies readonly CommandName[];
export type ManyOrders = (typeof MANY_ORDERS)[number];

/** A fact of one order of a reply, as text. */
export const fact = (name: string) => sql`r.one ->> ${name}`;
const part = (path: string) => sql`r.one #>> ${path}`;
const isOutcome = (outcome: string) => sql`${fact('outcome')} = ${outcome}`;
const manyOrders = commandsAndAudit(MANY_ORDERS);
/** The orders of a reply, as `r.one`. */
export const results = sql`jsonb_array_elements(${listOf(sql`k.answer -> 'results'`)}) with ordinality as r (one, at)`;
/** The list of one fact of each changed order, in the sequence of the reply. */
const ofDone = (value: Sql<unknown>) => sql`
  coalesce((select jsonb_agg(${value} order by r.at) from ${results} where ${isOutcome('done')}), '[]')`;
const driverOf = (side: 'before' | 'after') =>
  sql`coalesce(nullif(r.one #> ${`{${side},driver_id}`}, 'null'), '"nobody"')`;
const audited = (side: 'before' | 'after', fact: string) =>
  sql`coalesce(${sql.ref(`a.${side}`)} -> ${fact}, '[]')`;

/** The server's clock sets the time in the reply, the database's clock the recorded time. */
const isDoneAnotherDay = sql`left(${field('done_at')}, 10) not in (
  select to_char(k.recorded_at at time zone 'UTC' + day * interval '1 day', 'YYYY-MM-DD') from generate_series(-1, 1) day)`;

/** Compares a whole reply with the audit. */
const ordersDone: CashCheck = differences(sql`
  select k.shop_id, 'wrong_answer' as kind, 'command ' || k.command_id as subject, k.user_id, null::uuid as source_id, ${ifObject(
    namesOfFaults({
      'its reply names other orders than the audit': sql`${ofDone(sql`r.one -> 'order_id'`)} <> ${audited('before', 'order_ids')}`,
      'its reply has other statuses than the audit': sql`
        ${ofDone(sql`r.one #> '{before,status}'`)} <> ${audited('before', 'statuses')}
        or ${ofDone(sql`r.one #> '{after,status}'`)} <> ${audited('after', 'statuses')}`,
      'its reply has other drivers than the audit': sql`
        ${ofDone(driverOf('before'))} <> ${audited('before', 'driver_ids')} or ${ofDone(driverOf('after'))} <> ${audited('after', 'driver_ids')}`,
      'its reply has another date than the command': isDoneAnotherDay,
    }),
  )} as text
  from ${manyOrders}`);

const startedAt = (side: 'before' | 'after') => part(`{${side},dispatching_started_at}`);

const promised = (side: 'before' | 'after') => part(`{${side},promised_at}`);
/** A changed promise has an event with both times. */
const hasOtherPromise = sql`${promised('before')} is distinct from ${promised('after')} and not exists (
  select from order_events e
  where e.shop_id = o.shop_id and e.order_id = o.id and e.kind = 'updated' and e.detail -> 'steps' @> jsonb_build_array(
    jsonb_build_object('what', 'promised_at', 'from', ${promised('before')}, 'to', ${promised('after')})))`;
const openAttempt = (side: 'before' | 'after' | 'now') => part(`{${side},open_attempt_id}`);
/** Every attempt that was open is one of the order's. Older replies name none. */
const hasOtherAttempt = sql`exists (
  select from unnest(array[${openAttempt('before')}, ${openAttempt('after')}, ${openAttempt('now')}]) as named (id)
  where named.id is not null and not exists (
    select from delivery_attempts a where a.shop_id = o.shop_id and a.order_id = o.id and a.id::text = named.id))`;
/** Only these two facts are missing in older replies. */
const differsNow = (fact: 'open_attempt_id' | 'promised_at', present: Sql<unknown>) =>
  sql`r.one -> 'after' ? ${fact} and ${part(`{after,${fact}}`)} is distinct from ${present}`;

const nowStatus = part('{now,status}');
const isOneOf = (statuses: readonly string[]) => sql`${nowStatus} in (${sql.join([...statuses])})`;
/** Each reason for skipping an order, with the commands that can have it and the state that it requires. */
const SKIPPED: Record<SkippedBecause, { by: readonly ManyOrders[]; if?: Sql<unknown> }> = {
  not_found: { by: MANY_ORDERS },
  order_changed: { by: MANY_ORDERS },
  order_closed: {
    by: ['assign_orders', 'unassign_orders', 'reopen_orders'],
    if: isOneOf(['completed', 'cancelled']),
  },
  order_on_the_road: {
    by: ['unassign_orders'],
    if: sql`${isOneOf(DELIVERABLE_STATUSES)} and ${part('{now,driver_id}')} is not null`,
  },
  order_step: {
    by: ['dispatch_orders', 'return_orders', 'postpone_orders', 'cancel_orders'],
    if: isOneOf(['delivering', 'completed', 'cancelled']),
  },
  order_without_driver: { by: ['dispatch_orders'], if: sql`${part('{now,driver_id}')} is null` },
  order_waits: {
    by: ['assign_orders', 'dispatch_orders', 'undo_orders'],
    if: isOneOf(['picking', 'packed', 'dispatched', 'dispatching']),
  },
  order_not_cancelled: { by: ['reopen_orders'], if: sql`${nowStatus} <> 'cancelled'` },
  cancelled_in_store: { by: ['reopen_orders', 'undo_orders'], if: isOneOf(['cancelled']) },
  delivery_recorded: {
    by: ['reopen_orders', 'undo_orders'],
    if: sql`(${nowStatus} = 'cancelled' or k.endpoint = 'undo_orders') and exists (
      select from delivery_confirmations c where c.shop_id = o.shop_id and c.order_id = o.id)`,
  },
  cannot_deliver: { by: ['undo_orders'] },
  too_late: { by: ['undo_orders'] },
};
const isSkippedSo = sql`case ${fact('because')} ${sql.join(
  Object.entries(SKIPPED).map(
    ([because, { by, if: condition = sql`true` }]) =>
      sql`when ${because} then k.endpoint in (${sql.join([...by])}) and ${condition}`,
  ),
  sql` `,
)} end`;

const isNull = (name: string) => sql`(coalesce(r.one -> ${name}, 'null') = 'null')`;
/** The reported change is the newest event of a changed order, and missing only if it has no history. */
const hasWrongNews = sql`${isOutcome('skipped')} and case when ${fact('because')} = 'order_changed'
  then ${isNull('news')} and exists (
    select from order_events e where e.shop_id = o.shop_id and e.order_id = o.id and e.recorded_at < k.recorded_at)
  else not ${isNull('news')} end`;

/** A review changes no order. Each other command that changes one creates a new version. */
const leavesVersion = sql`${isOutcome('done')} and k.endpoint <> 'review_conflicts'`;
const lowestVersion = sql`case when ${leavesVersion} then '2'::jsonb else '1' end`;

/** True if the delivery was started only once: then the order still has the time of that start. */
const startedOnce = sql`1 = (
  select count(*) from order_events e
  where e.shop_id = o.shop_id and e.order_id = o.id and e.kind = 'status' and not e.detail ? 'undone' and (
    e.detail ->> 'to' = 'dispatching' or e.detail ->> 'to' = 'delivering' and e.detail ->> 'from' <> 'dispatching'))`;

/** Compares each order of a reply, and also with its present state while the order still has that version. */
const eachOrder: CashCheck = differences(sql`
  with k as materialized (${repliesOf(MANY_ORDERS)}), twice as (
    select k.shop_id, ${fact('order_id')} as order_id, r.one -> 'version' as version
    from k cross join lateral ${results}
    where ${leavesVersion}
    group by 1, 2, 3 having count(*) > 1)
  select k.shop_id, 'wrong_answer' as kind, 'command ' || k.command_id as subject, k.user_id, o.id as source_id,
    'its reply differs for order ' || coalesce(o.order_number, ${fact('order_number')}, ${fact('order_id')}) || ': ' || nullif(${namesOfFaults(
      {
        'whether the order exists': sql`(o.id is null) <> (${fact('order_number')} is null) or (o.id is null) <> coalesce(${fact('because')} = 'not_found', false)`,
        number: sql`o.order_number <> ${fact('order_number')}`,
        version: sql`r.one -> 'version' not between ${lowestVersion} and to_jsonb(o.version)`,
        'another command left this version': sql`${leavesVersion} and twice.order_id is not null`,
        'present state': sql`${isOutcome('done')} and to_jsonb(o.version) = r.one -> 'version' and (
          (o.status, o.driver_id::text, ${isoText(sql`o.dispatching_started_at`)})
            is distinct from (${part('{after,status}')}, ${part('{after,driver_id}')}, ${startedAt('after')})
          or ${differsNow('open_attempt_id', sql`o.open_attempt_id::text`)}
          or ${differsNow('promised_at', isoText(sql`o.promised_at`))})`,
        promise: sql`${isOutcome('done')} and ${hasOtherPromise}`,
        'open attempt': hasOtherAttempt,
        'start of the delivery': sql`${isOutcome('done')} and (${startedAt('after')} is distinct from case
          when k.endpoint = 'dispatch_orders' then ${field('done_at')}
          when k.endpoint = 'undo_orders' then ${startedAt('after')}
          when k.endpoint not in ('return_orders', 'postpone_orders', 'reopen_orders') then ${startedAt('before')} end
          or k.endpoint = 'dispatch_orders' and ${startedAt('after')} <> ${isoText(sql`o.dispatching_started_at`)} and ${startedOnce})`,
        'state at that time': sql`${isOutcome('skipped')} and (o.id is null) <> ${isNull('now')}`,
        'reason for skipping it': sql`${isOutcome('skipped')} and not coalesce(${isSkippedSo}, false)`,
        'last change': hasWrongNews,
        'number of deliveries': sql`${isOutcome('done')} and r.one -> 'deliveries' > to_jsonb((
          select count(*) from delivery_confirmations c where c.shop_id = o.shop_id and c.order_id = o.id))`,
      },
    )}, '') as text
  from k
  cross join lateral ${results}
  left join orders o on o.shop_id = k.shop_id and o.id = ${uuidOf(fact('order_id'))}
  left join twice on twice.shop_id = k.shop_id and twice.order_id = ${fact('order_id')} and twice.version = r.one -> 'version'`);

export const orderReplies: readonly CashCheck[] = [ordersDone, eachOrder];
