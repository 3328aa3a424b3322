import { ENDPOINT_SCHEMAS } from '../../contract/operations/endpoint-schemas.ts';
import { ENDPOINTS } from '../../contract/operations/endpoints.ts';
import { type CashCheck, differences, namesOfFaults } from '../cash/cash-difference.ts';
import { acceptedName, field, isRenamed, listOf, uuidOf } from '../cash/reply-check.ts';
import { type Sql, sql } from '../platform/database/sql.ts';
import { hasOtherCeilings } from './cash-settings-reply.ts';
import { commandsAndAudit, ifObject, repliesOf } from './reply-queries.ts';
import { COMMAND_NAMES, type CommandName } from './reply-schemas.ts';
import { SECOND_PERSON_COMMANDS } from './second-person-replies.ts';
import {
  attemptReply,
  hasOtherSettings,
  loadingReply,
  setOutWithoutEvent,
  skippedWithoutReason,
  undoReply,
} from './stop-replies.ts';
import { MANY_ORDERS } from './verify-order-replies.ts';

/**
 * Compares the replies of commands that move no cash with the audit row of the same transaction and with the
 * rows that they name. `k` and `a` are as in `reply-queries.ts`.
 */

type Expected = {
  /**
   * JSON that the reply must contain if the audit has a row; by default all fields of that row, unchanged.
   */
  done?: Sql<unknown>;
  /** JSON that it must contain if the audit has no row. */
  unchanged?: Sql<unknown>;
};

const object = (facts: Record<string, Sql<unknown>>) =>
  sql`jsonb_build_object(${sql.join(Object.entries(facts).flatMap(([key, value]) => [sql`${key}::text`, value]))})`;
const NOTHING = sql`'{}'::jsonb`;
const subject = sql`a.subject_id`;
const after = (fact: string) => sql`(a.after -> ${fact}::text)`;
const arranged = object({
  outcome: sql`case when a.after -> 'stands' = 'true' then 'arranged' else 'desk_stands' end`,
  arrangement_id: after('arrangement_id'),
});
const staffNamed = { done: object({ staff_id: subject }) };
const machineNamed = { done: object({ number: sql`m.number` }) };

/** Commands whose replies are compared with their records: see `CashSource`. */
const CASH_COMMANDS: readonly CommandName[] = [
  'confirm_delivery',
  'deliver_as_taken',
  'collect_owed',
  'match_payment',
  'start_handover',
  'end_handover',
  'collect_cash',
  'record_deposit',
  'record_float',
  'record_drop',
  ...SECOND_PERSON_COMMANDS,
];

/** The expected contents of replies that differ from the facts of their audit row. */
const EXPECTED: Partial<Record<CommandName, Expected>> = {
  arrange_stops: { done: arranged },
  arrange_driver_stops: {
    done: sql`${object({ news: sql`null` })} || case when a.what = 'arrange_stops' then ${arranged}
      else ${object({ outcome: sql`'arranged'`, arrangement_id: after('arrangement_id') })} end
      || case when ${field('outcome')} = 'arranged' then ${object({ by: sql`null` })} else ${NOTHING} end`,
    unchanged: sql`case ${field('outcome')}
      when 'arranged' then ${object({ by: sql`null`, news: sql`null` })}
      when 'desk_stands' then ${object({ news: sql`null` })}
      else ${object({ arrangement_id: sql`null` })}
        || case when k.answer ? 'news' then ${object({ by: sql`k.answer #> '{news,by}'` })} else ${NOTHING} end end`,
  },
  record_attempt: { done: attemptReply },
  undo_attempt: { done: undoReply },
  set_out: {
    done: object({ set_out: sql`a.before -> 'order_ids'` }),
    unchanged: object({ set_out: sql`'[]'::jsonb` }),
  },
  check_loading: { done: loadingReply, unchanged: loadingReply },
  change_delivery_settings: {
    done: object({
      drivers_set_out: after('drivers_set_out'),
      records_position: after('records_position'),
      rounds_cash: after('rounds_cash'),
      expense_kinds: after('expense_kinds'),
    }),
  },
  change_cash_settings: {
    done: object({
      float_limit_fils: after('float_limit_fils'),
      cash_ceiling_fils: after('cash_ceiling_fils'),
      ceiling_blocks_assignment: after('ceiling_blocks_assignment'),
    }),
  },
  correct_order: {
    done: object({ order_id: subject, changed: after('changed') }),
    unchanged: object({ changed: sql`'[]'::jsonb` }),
  },
  add_order: { done: object({ order_id: subject, order_number: after('order_number') }) },
  import_orders: {
    done: object({ imported: sql`jsonb_array_length(${listOf(after('order_numbers'))})` }),
    unchanged: object({ imported: sql`0` }),
  },
  correct_imported_order: {
    done: object({ outcome: sql`'updated'` }),
    unchanged: object({
      outcome: sql`case when ${field('outcome')} = 'updated' then 'same' else ${field('outcome')} end`,
    }),
  },
  define_names: { unchanged: object({ changed_orders: sql`0` }) },
  change_staff: staffNamed,
  disable_staff: staffNamed,
  enable_staff: staffNamed,
  end_staff_session: { done: object({ staff_id: after('user_id') }) },
  add_card_machine: machineNamed,
  retire_card_machine: machineNamed,
  reactivate_card_machine: machineNamed,
  return_card_machine: {
    done: object({ holder: acceptedName(field('holder'), sql`d.full_name`, sql`d.user_id`) }),
  },
  change_desk_shop: { done: sql`a.after` },
};

export const DESK_COMMANDS = COMMAND_NAMES.filter(
  (name) => ![...CASH_COMMANDS, ...MANY_ORDERS].includes(name),
);

const factsOf = (name: CommandName) =>
  object(
    Object.fromEntries(Object.keys(ENDPOINT_SCHEMAS[name].response.shape).map((key) => [key, after(key)])),
  );
const byCommand = (expected: (name: CommandName) => Sql<unknown>) =>
  sql`case k.endpoint ${sql.join(
    DESK_COMMANDS.map((name) => sql`when ${name} then ${expected(name)}`),
    sql` `,
  )} end`;
const ALWAYS_AUDITED = DESK_COMMANDS.filter((name) => !('may_change_nothing' in ENDPOINTS[name]));

/** Names the keys of `expected` whose values differ in the reply; a missing key counts as null. */
const otherwise = (expected: Sql<unknown>) => sql`(
  select string_agg(replace(e.key, '_', ' '), ', ' order by e.key) from jsonb_each(${expected}) e
  where coalesce(k.answer -> e.key, 'null') is distinct from e.value)`;

/** Maps each change of `update-order.ts` to its columns in `order-differences.ts`. */
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
        sql`case when a.id is null then ${byCommand((name) => EXPECTED[name]?.unchanged ?? NOTHING)}
          else ${byCommand((name) => EXPECTED[name]?.done ?? factsOf(name))} end`,
      )}, nullif(${namesOfFaults({
        'the audit has no row for this command': sql`a.id is null and k.endpoint in (${sql.join(ALWAYS_AUDITED)})`,
        'its reply names an order that does not exist': sql`k.endpoint in ('correct_order', 'add_order') and o.id is null`,
        'its reply has another number than the order': sql`o.order_number <> ${field('order_number')}`,
        'its reply has a version that the order never had': sql`k.answer -> 'version' not between '1' and to_jsonb(o.version)`,
        'its reply has an order number that no order has': sql`k.endpoint = 'import_orders' and exists (
        select from ${others}
        where other ->> 'fate' = 'differs' and not ${listOf(sql`other -> 'columns'`)} ? 'Name' and not exists (
          select from orders n where n.shop_id = k.shop_id and (n.order_number = other ->> 'order_number'
            or not n.repeats_number and n.number_key = order_number_key(other ->> 'order_number'))))`,
        'its reply names a person who was never a member of the shop': sql`${field('staff_id')} is not null and s.user_id is null`,
        'its reply names a card machine that does not exist': sql`
          k.endpoint <> 'record_attempt' and ${field('number')} is not null and m.id is null`,
        'its reply names an order that did not set out': setOutWithoutEvent,
        'its reply has a wrong reason why an order did not set out': skippedWithoutReason,
        'its reply has other settings than the audit': hasOtherSettings,
        'its reply has other ceilings than the audit': hasOtherCeilings,
        'its reply names an arrangement that does not exist': sql`${field('arrangement_id')} is not null and t.id is null`,
        'its reply names an arrangement of another driver': sql`k.endpoint = 'arrange_stops' and k.user_id <> all (t.of_users)`,
        'its reply has columns that do not match its outcome': hasWrongColumns,
      })}, ''))`,
    )} as text
  from ${commandsAndAudit(DESK_COMMANDS)}
  left join orders o on o.shop_id = k.shop_id and o.id = ${uuidOf(field('order_id'))}
  left join shop_members s on s.shop_id = k.shop_id and s.user_id = ${uuidOf(field('staff_id'))}
  left join card_machines m on m.shop_id = k.shop_id 
    and case when a.id is null then m.number = ${field('number')} else m.id::text = a.subject_id end
  left join drivers d on d.shop_id = k.shop_id and to_jsonb(d.id) = a.before -> 'holder_driver_id'
  left join arrangements t on t.shop_id = k.shop_id and t.id = ${uuidOf(field('arrangement_id'))}`);

/** Requires that `by` names the user who made the desk's arrangement; after a renaming any name passes. */
const arrangedBy: CashCheck = differences(sql`
  with k as materialized (
    select * from (${repliesOf(['arrange_driver_stops'])}) k where ${field('outcome')} = 'desk_stands')
  select k.shop_id, 'wrong_answer' as kind, 'command ' || k.command_id as subject, k.user_id, null::uuid as source_id, ${namesOfFaults(
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

export const deskReplies: readonly CashCheck[] = [repliesAndAudit, arrangedBy];
