import { type RawBuilder, sql } from 'kysely';
import type { AuditedWhat } from '../../contract/rules/audit-kinds.ts';
import type { SkippedBecause } from '../../contract/rules/desk-orders.ts';
import { DELIVERABLE_STATUSES, ORDER_STATUSES } from '../../contract/rules/order-life.ts';
import { field, isoText, isRenamed, nameThen, uuidOf } from '../cash/answer-check.ts';
import { type CashCheck, differences, naming } from '../cash/cash-difference.ts';
import type { CommandName } from './reply-schemas.ts';

/**
 * Compares the replies of commands that move no cash with the audit row of the same transaction and with the
 * rows that they name. `k` is a command, `a` its audit row, which is missing if the command changed nothing.
 */

type DeskCommand = {
  audited: readonly AuditedWhat[];
  /** JSON that the reply must contain where the audit has a row. */
  done: RawBuilder<unknown>;
  /** JSON that it must contain where there is none; undefined: there is always one. */
  unchanged?: RawBuilder<unknown>;
};

const object = (facts: Record<string, RawBuilder<unknown>>) =>
  sql`jsonb_build_object(${sql.join(Object.entries(facts).flatMap(([key, value]) => [sql`${key}::text`, value]))})`;
const NOTHING = sql`'{}'::jsonb`;
const subject = sql`a.subject_id`;
const after = (fact: string) => sql`(a.after -> ${fact}::text)`;
const arranged = object({
  outcome: sql`case when a.after -> 'stands' = 'true' then 'arranged' else 'desk_stands' end`,
  arrangement_id: after('arrangement_id'),
});
const staffNamed = { done: object({ staff_id: subject }), unchanged: NOTHING };
const machineNamed = { done: object({ number: sql`m.number` }), unchanged: NOTHING };

/** Their replies are compared with their records: see `CashSource`. */
type CashCommand =
  | 'confirm_delivery'
  | 'start_handover'
  | 'end_handover'
  | 'collect_cash'
  | 'record_deposit'
  | 'record_float';

const DESK_COMMANDS: Record<Exclude<CommandName, CashCommand | (typeof MANY_ORDERS)[number]>, DeskCommand> = {
  arrange_stops: { audited: ['arrange_stops'], done: arranged, unchanged: NOTHING },
  arrange_driver_stops: {
    audited: ['arrange_stops', 'move_stop'],
    done: sql`${object({ news: sql`null` })} || case when a.what = 'arrange_stops' then ${arranged}
      else ${object({ outcome: sql`'arranged'`, arrangement_id: after('arrangement_id') })} end
      || case when ${field('outcome')} = 'arranged' then ${object({ by: sql`null` })} else ${NOTHING} end`,
    unchanged: sql`case ${field('outcome')}
      when 'arranged' then ${object({ by: sql`null`, news: sql`null` })}
      when 'desk_stands' then ${object({ news: sql`null` })}
      else ${object({ arrangement_id: sql`null` })}
        || case when k.answer ? 'news' then ${object({ by: sql`k.answer #> '{news,by}'` })} else ${NOTHING} end end`,
  },
  correct_order: {
    audited: ['correct_order'],
    done: object({ order_id: subject, changed: after('changed') }),
    unchanged: object({ changed: sql`'[]'::jsonb` }),
  },
  add_order: {
    audited: ['add_order'],
    done: object({ order_id: subject, order_number: after('order_number') }),
  },
  import_orders: {
    audited: ['import_orders'],
    done: object({ imported: sql`jsonb_array_length(${listOf(after('order_numbers'))})` }),
    unchanged: object({ imported: sql`0` }),
  },
  correct_imported_order: {
    audited: ['correct_order'],
    done: object({ outcome: sql`'updated'` }),
    unchanged: object({
      outcome: sql`case when ${field('outcome')} = 'updated' then 'same' else ${field('outcome')} end`,
    }),
  },
  dismiss_not_taken: { audited: ['dismiss_listed'], done: NOTHING },
  change_staff: { audited: ['change_staff'], ...staffNamed },
  disable_staff: { audited: ['disable_staff'], ...staffNamed },
  enable_staff: { audited: ['enable_staff'], ...staffNamed },
  end_staff_session: {
    audited: ['end_session'],
    done: object({ staff_id: after('user_id') }),
    unchanged: NOTHING,
  },
  set_driver_status: {
    audited: ['set_driver_status'],
    done: object({ status: after('status') }),
    unchanged: NOTHING,
  },
  add_card_machine: { audited: ['add_card_machine'], done: machineNamed.done },
  retire_card_machine: { audited: ['retire_card_machine'], ...machineNamed },
  reactivate_card_machine: { audited: ['reactivate_card_machine'], ...machineNamed },
  return_card_machine: {
    audited: ['return_card_machine'],
    done: object({ holder: nameThen(field('holder'), sql`d.full_name`, sql`d.user_id`) }),
  },
  change_desk_shop: { audited: ['change_shop'], done: sql`a.after`, unchanged: NOTHING },
  retry_store: { audited: ['retry_store'], done: sql`a.after` },
  dismiss_in_store: { audited: ['dismiss_listed'], done: sql`a.after` },
};
const DESK = Object.entries(DESK_COMMANDS) as [keyof typeof DESK_COMMANDS, DeskCommand][];

/** Commands that change many orders. */
const MANY_ORDERS = [
  'assign_orders',
  'unassign_orders',
  'dispatch_orders',
  'return_orders',
  'cancel_orders',
  'reopen_orders',
  'review_conflicts',
  'undo_orders',
] as const satisfies readonly (CommandName & AuditedWhat)[];
type ManyOrders = (typeof MANY_ORDERS)[number];

function listOf(json: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when jsonb_typeof(${json}) = 'array' then ${json} else '[]'::jsonb end`;
}

/** Commands of these names, with the reply as `answer`; null if jsonb does not accept it. */
function repliesOf(names: readonly CommandName[]) {
  return sql`select *, json_or_null(body) as answer from commands where endpoint in (${sql.join([...names])})`;
}

type Pairs = readonly (readonly [CommandName, readonly AuditedWhat[]])[];
const DESK_PAIRS: Pairs = DESK.map(([name, { audited }]) => [name, audited]);
const MANY_PAIRS: Pairs = MANY_ORDERS.map((name) => [name, [name]]);

/** Each command with a name under which the audit records it. */
function auditNames(pairs: Pairs) {
  const rows = pairs.flatMap(([name, audited]) => audited.map((what) => sql`(${name}, ${what})`));
  return sql`(values ${sql.join(rows)}) w (endpoint, what)`;
}

/** Commands with their replies, and the audit row of each. */
function commandsAndAudit(pairs: Pairs) {
  return sql`
    (${repliesOf(pairs.map(([name]) => name))}) k
    left join lateral (
      select a.* from audit_events a join ${auditNames(pairs)} on w.what = a.what
      where w.endpoint = k.endpoint and a.shop_id = k.shop_id and a.recorded_at = k.recorded_at
        and a.user_id = k.user_id and a.command_id = k.command_id
      limit 1) a on true`;
}

const byCommand = (expected: (command: DeskCommand) => RawBuilder<unknown>) =>
  sql`case k.endpoint ${sql.join(
    DESK.map(([name, command]) => sql`when ${name} then ${expected(command)}`),
    sql` `,
  )} end`;
const ALWAYS_AUDITED = DESK.filter(([, { unchanged }]) => !unchanged).map(([name]) => name);

/** Names the keys of `expected` whose values differ in the reply; a missing key counts as null. */
const otherwise = (expected: RawBuilder<unknown>) => sql`(
  select string_agg(replace(e.key, '_', ' '), ', ' order by e.key) from jsonb_each(${expected}) e
  where coalesce(k.answer -> e.key, 'null') is distinct from e.value)`;

/** Returns `wrong`, or reports that jsonb does not accept the reply of `k` as an object. */
const ifObject = (wrong: RawBuilder<unknown>) => sql`
  case when jsonb_typeof(k.answer) = 'object' then ${wrong} else 'its reply is not a JSON object' end`;

/** The columns of `order-differences.ts` by the name of their change in `update-order.ts`. */
const COLUMNS_OF_CHANGE: Record<string, readonly string[]> = {
  address: ['Shipping Address1'],
  amounts: ['Discount Amount', 'Shipping', 'Total', 'Outstanding Balance'],
  area: ['Shipping City'],
  customer: ['Shipping Name', 'Shipping Phone'],
  lines: ['Lineitem name', 'Lineitem sku', 'Lineitem quantity', 'Lineitem price'],
  notes: ['Notes'],
  payment: ['Payment Method'],
  promised: ['Promised at'],
};
const columnsOfChange = sql`(values ${sql.join(
  Object.entries(COLUMNS_OF_CHANGE).flatMap(([change, columns]) =>
    columns.map((column) => sql`(${change}, ${column})`),
  ),
)}) c (change, name)`;
const columns = listOf(sql`k.answer -> 'columns'`);
const others = sql`jsonb_array_elements(${listOf(sql`k.answer -> 'others'`)}) other`;
/** `left` names no columns if the browser did not send the version that it showed. */
const hasWrongColumns = sql`
  k.endpoint = 'correct_imported_order' and (${field('outcome')} in ('same', 'new')) <> (${columns} = '[]')
    and ${field('outcome')} <> 'left'
  or k.endpoint = 'import_orders' and exists (select from ${others} where other -> 'columns' = '[]')
  or k.endpoint = 'correct_imported_order' and ${field('outcome')} = 'updated' and exists (
    select from ${columnsOfChange} where ${columns} ? c.name and not ${after('changed')} ? c.change)`;

const repliesAndAudit: CashCheck = differences(sql`
  with arrangements as (
    select a.shop_id, a.id, array_agg(d.user_id) as of_users
    from stop_arrangements a join drivers d on d.shop_id = a.shop_id and d.id = a.driver_id
    group by a.shop_id, a.id)
  select k.shop_id, 'wrong_answer' as kind, 'command ' || k.command_id as subject, k.user_id, null::uuid as source_id,
    ${ifObject(
      sql`concat_ws(', ', 'its reply and the audit differ: ' || ${otherwise(
        sql`case when a.id is null then ${byCommand(({ unchanged = NOTHING }) => unchanged)} else ${byCommand(({ done }) => done)} end`,
      )}, nullif(${naming({
        'the audit has no row for this command': sql`a.id is null and k.endpoint in (${sql.join(ALWAYS_AUDITED)})`,
        'its reply names an order that does not exist': sql`k.endpoint in ('correct_order', 'add_order') and o.id is null`,
        'its reply has another number than the order': sql`o.order_number <> ${field('order_number')}`,
        'its reply has a version that the order never had': sql`k.answer -> 'version' not between '1' and to_jsonb(o.version)`,
        'its reply has an order number that no order has': sql`k.endpoint = 'import_orders' and exists (
        select from ${others}
        where other ->> 'fate' = 'differs' and not ${listOf(sql`other -> 'columns'`)} ? 'Name' and not exists (
          select from orders n where n.shop_id = k.shop_id and n.order_number = other ->> 'order_number'))`,
        'its reply names a person who was never a member of the shop': sql`${field('staff_id')} is not null and s.user_id is null`,
        'its reply names a card machine that does not exist': sql`${field('number')} is not null and m.id is null`,
        'its reply names an arrangement that does not exist': sql`${field('arrangement_id')} is not null and t.id is null`,
        'its reply names an arrangement of another driver': sql`k.endpoint = 'arrange_stops' and k.user_id <> all (t.of_users)`,
        'its reply has columns that do not match its outcome': hasWrongColumns,
      })}, ''))`,
    )} as text
  from ${commandsAndAudit(DESK_PAIRS)}
  left join orders o on o.shop_id = k.shop_id and o.id = ${uuidOf(field('order_id'))}
  left join shop_members s on s.shop_id = k.shop_id and s.user_id = ${uuidOf(field('staff_id'))}
  left join card_machines m on m.shop_id = k.shop_id 
    and case when a.id is null then m.number = ${field('number')} else m.id::text = a.subject_id end
  left join drivers d on d.shop_id = k.shop_id and to_jsonb(d.id) = a.before -> 'holder_driver_id'
  left join arrangements t on t.shop_id = k.shop_id and t.id = ${uuidOf(field('arrangement_id'))}`);

/** Requires that `by` names the maker of the desk's arrangement; after a renaming any name passes. */
const arrangedBy: CashCheck = differences(sql`
  with k as materialized (
    select * from (${repliesOf(['arrange_driver_stops'])}) k where ${field('outcome')} = 'desk_stands')
  select k.shop_id, 'wrong_answer' as kind, 'command ' || k.command_id as subject, k.user_id, null::uuid as source_id, ${naming(
    {
      'its reply names another user than the maker of the arrangement': sql`not exists (
        select from stop_arrangements t
        join stop_arrangements s on s.shop_id = t.shop_id and s.driver_id = t.driver_id and s.by_desk and s.stands
          and (s.id = t.id or not t.by_desk)
        left join profiles p on p.id = s.user_id
        where t.shop_id = k.shop_id and t.id = ${uuidOf(field('arrangement_id'))}
          and (coalesce(p.full_name, s.operator) is not distinct from ${field('by')} or ${isRenamed(sql`p.id`)}))`,
    },
  )} as text
  from k`);

const one = (name: string) => sql`r.one ->> ${name}`;
const part = (path: string) => sql`r.one #>> ${path}`;
const isOutcome = (outcome: string) => sql`${one('outcome')} = ${outcome}`;
const manyOrders = commandsAndAudit(MANY_PAIRS);
const results = sql`jsonb_array_elements(${listOf(sql`k.answer -> 'results'`)}) with ordinality as r (one, at)`;
/** The list of one fact of each changed order, in the sequence of the reply. */
const ofDone = (value: RawBuilder<unknown>) => sql`
  coalesce((select jsonb_agg(${value} order by r.at) from ${results} where ${isOutcome('done')}), '[]')`;
const driverOf = (side: 'before' | 'after') =>
  sql`coalesce(nullif(r.one #> ${`{${side},driver_id}`}, 'null'), '"nobody"')`;
const audited = (side: 'before' | 'after', fact: string) =>
  sql`coalesce(${sql.ref(`a.${side}`)} -> ${fact}, '[]')`;

/** The server's clock decides when it was done, the database's when it was recorded. */
const isDoneAnotherDay = sql`left(${field('done_at')}, 10) not in (
  select to_char(k.recorded_at at time zone 'UTC' + day * interval '1 day', 'YYYY-MM-DD') from generate_series(-1, 1) day)`;

/** Compares a whole reply with the audit. */
const ordersDone: CashCheck = differences(sql`
  select k.shop_id, 'wrong_answer' as kind, 'command ' || k.command_id as subject, k.user_id, null::uuid as source_id, ${ifObject(
    naming({
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

const nowStatus = part('{now,status}');
const isOneOf = (statuses: readonly string[]) => sql`${nowStatus} in (${sql.join([...statuses])})`;
/** Each reason for skipping an order, with the commands that can have it and the state that it requires. */
const SKIPPED: Record<SkippedBecause, { by: readonly ManyOrders[]; if?: RawBuilder<unknown> }> = {
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
    by: ['dispatch_orders', 'return_orders', 'cancel_orders'],
    if: isOneOf(['delivering', 'completed', 'cancelled']),
  },
  order_without_driver: { by: ['dispatch_orders'], if: sql`${part('{now,driver_id}')} is null` },
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
const isSkippedSo = sql`case ${one('because')} ${sql.join(
  Object.entries(SKIPPED).map(
    ([because, { by, if: condition = sql`true` }]) =>
      sql`when ${because} then k.endpoint in (${sql.join([...by])}) and ${condition}`,
  ),
  sql` `,
)} end`;

const isNull = (name: string) => sql`(coalesce(r.one -> ${name}, 'null') = 'null')`;
/** News is the newest line of history of a changed order, and missing only without history. */
const hasWrongNews = sql`${isOutcome('skipped')} and case when ${one('because')} = 'order_changed'
  then ${isNull('news')} and exists (
    select from order_events e where e.shop_id = o.shop_id and e.order_id = o.id and e.recorded_at < k.recorded_at)
  else not ${isNull('news')} end`;

/** A review changes no order. Each other command that changes one leaves a new version. */
const leavesVersion = sql`${isOutcome('done')} and k.endpoint <> 'review_conflicts'`;
const lowestVersion = sql`case when ${leavesVersion} then '2'::jsonb else '1' end`;

/** True if the delivery started only once: then the order still has the time of that start. */
const startedOnce = sql`1 = (
  select count(*) from order_events e
  where e.shop_id = o.shop_id and e.order_id = o.id and e.kind = 'status' and not e.detail ? 'undone' and (
    e.detail ->> 'to' = 'dispatching' or e.detail ->> 'to' = 'delivering' and e.detail ->> 'from' <> 'dispatching'))`;

/** Compares each order of a reply; with its present state only while the order still has that version. */
const eachOrder: CashCheck = differences(sql`
  with k as materialized (${repliesOf(MANY_ORDERS)}), twice as (
    select k.shop_id, ${one('order_id')} as order_id, r.one -> 'version' as version
    from k cross join lateral ${results}
    where ${leavesVersion}
    group by 1, 2, 3 having count(*) > 1)
  select k.shop_id, 'wrong_answer' as kind, 'command ' || k.command_id as subject, k.user_id, o.id as source_id,
    'its reply differs for order ' || coalesce(o.order_number, ${one('order_number')}, ${one('order_id')}) || ': ' || nullif(${naming(
      {
        'whether the order exists': sql`(o.id is null) <> (${one('order_number')} is null) or (o.id is null) <> coalesce(${one('because')} = 'not_found', false)`,
        number: sql`o.order_number <> ${one('order_number')}`,
        version: sql`r.one -> 'version' not between ${lowestVersion} and to_jsonb(o.version)`,
        'another command left this version': sql`${leavesVersion} and twice.order_id is not null`,
        'present state': sql`${isOutcome('done')} and to_jsonb(o.version) = r.one -> 'version' and (
          (o.status, o.driver_id::text, ${isoText(sql`o.dispatching_started_at`)})
            is distinct from (${part('{after,status}')}, ${part('{after,driver_id}')}, ${startedAt('after')}))`,
        'start of the delivery': sql`${isOutcome('done')} and (${startedAt('after')} is distinct from case
          when k.endpoint = 'dispatch_orders' then ${field('done_at')}
          when k.endpoint = 'undo_orders' then ${startedAt('after')}
          when k.endpoint not in ('return_orders', 'reopen_orders') then ${startedAt('before')} end
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
  left join orders o on o.shop_id = k.shop_id and o.id = ${uuidOf(one('order_id'))}
  left join twice on twice.shop_id = k.shop_id and twice.order_id = ${one('order_id')} and twice.version = r.one -> 'version'`);

const said = (name: string) => sql`n.news ->> ${name}`;
/** The line of history `e` is the change that a reply reports: kind, status, driver, actor and time. */
const isReported = sql`
  e.shop_id = n.shop_id and ${isoText(sql`e.recorded_at`)} = ${said('at')} and e.kind = ${said('kind')}
  and case when e.detail ->> 'to' in (${sql.join([...ORDER_STATUSES])}) then e.detail ->> 'to' end is not distinct from ${said('to')}
  and (d.full_name is not distinct from ${said('driver_name')} or ${isRenamed(sql`d.user_id`)})
  and (coalesce(p.full_name, e.operator) is not distinct from ${said('by')} or ${isRenamed(sql`p.id`)})`;
const history = sql`order_events e
  left join profiles p on p.id = e.actor_user_id
  left join drivers d on d.shop_id = e.shop_id and d.id::text = e.detail ->> 'driver_id'`;
const NOT_REPORTED = 'its reply reports a change that is in no history of an order';

/** The changes of orders that a reply reports. */
const newsOfOrders: CashCheck = differences(sql`
  select n.shop_id, 'wrong_answer' as kind, 'command ' || n.command_id as subject, n.user_id, n.order_id as source_id, ${naming(
    {
      [NOT_REPORTED]: sql`not exists (select from ${history} where e.order_id = n.order_id and ${isReported})`,
    },
  )} as text
  from (
    select k.shop_id, k.command_id, k.user_id, ${uuidOf(one('order_id'))} as order_id, r.one -> 'news' as news
    from (${repliesOf(MANY_ORDERS)}) k cross join lateral ${results}
  ) n
  where jsonb_typeof(n.news) = 'object'`);

/** Like `newsOfOrders`, for replies that do not name the order. Reads the whole history if there are any. */
const newsOfBoard: CashCheck = differences(sql`
  with n as materialized (
    select k.shop_id, k.command_id, k.user_id, k.answer -> 'news' as news from (${repliesOf(['arrange_driver_stops'])}) k
    where jsonb_typeof(k.answer -> 'news') = 'object'
  )
  select n.shop_id, 'wrong_answer' as kind, 'command ' || n.command_id as subject, n.user_id, null::uuid as source_id, ${naming(
    { [NOT_REPORTED]: sql`found.command_id is null` },
  )} as text
  from n
  left join (select distinct n.shop_id, n.command_id from ${history} join n on ${isReported}) found
    on found.shop_id = n.shop_id and found.command_id = n.command_id`);

/** Audit rows of commands that have no reply. */
const missingReplies: CashCheck = differences(sql`
  select a.shop_id, 'missing_answer' as kind, 'command ' || a.command_id as subject, a.user_id, null::uuid as source_id, ${naming(
    { 'the audit has a row for this command, which has no stored reply': sql`k.command_id is null` },
  )} as text
  from audit_events a
  left join (
    select k.shop_id, k.user_id, k.command_id, k.recorded_at, w.what
    from commands k join ${auditNames([...DESK_PAIRS, ...MANY_PAIRS])} on w.endpoint = k.endpoint
  ) k on k.shop_id = a.shop_id and k.user_id = a.user_id and k.command_id = a.command_id
    and k.recorded_at = a.recorded_at and k.what = a.what
  where a.source = 'request' and a.command_id is not null and a.what in (
    select w.what from ${auditNames([...DESK_PAIRS, ...MANY_PAIRS])})`);

export const deskReplies: readonly CashCheck[] = [
  repliesAndAudit,
  arrangedBy,
  ordersDone,
  eachOrder,
  newsOfOrders,
  newsOfBoard,
  missingReplies,
];
