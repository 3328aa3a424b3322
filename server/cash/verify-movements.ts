import { type Sql, sql } from '../platform/database/sql.ts';
import {
  type CashCheck,
  type CashDifference,
  type CashSource,
  namesOfDifferences,
  namesOfFaults,
} from './cash-difference.ts';

/** Checks of every movement against its source record, and of pending movements. */

/** The columns that identify a movement `m`; its person is the recipient, or else the sender. */
const identity = sql`
  'movement ' || m.id as subject, coalesce(m.to_user_id, m.from_user_id) as user_id,
  coalesce(m_to.full_name, m_from.full_name) as holder, m.source_id, m.id as movement_id`;

/** Finds movements of an unknown type of source. */
export function unexplained(sources: readonly CashSource[]): CashCheck {
  const known = sql.join(sources.map(({ source_type }) => source_type));
  return sql<CashDifference>`
    select m.shop_id, 'unexplained_movement' as kind, ${identity}, null::bigint as expected_fils, null as expected_route,
      m.amount_fils as found_fils, ${routeOf('m')} as found_route, ${NOT_EXPLAINED} as text
    from cash_movements m
    ${joinNames('m')}
    where m.source_type not in (${known})
    order by m.shop_id, m.id`;
}

const NOT_EXPLAINED = sql`'no ' || replace(m.source_type, '_', ' ') || ' explains this movement'`;

export const waiting: CashCheck = sql<CashDifference>`
  select m.shop_id, 'waiting' as kind, ${identity}, m.amount_fils as expected_fils, ${routeOf('m')} as expected_route,
    null::bigint as found_fils, null as found_route, 'recorded, waiting to be posted' as text
  from cash_movements m
  ${joinNames('m')}
  where m.posted_at is null
  order by m.shop_id, m.id`;

/**
 * Joins the names of a movement's two people, for `routeOf`; `movement` is the alias of a row with its four
 * columns.
 */
function joinNames(movement: string): Sql<unknown> {
  const [from, to] = [`${movement}_from`, `${movement}_to`];
  return sql`
    left join profiles ${sql.ref(from)} on ${sql.ref(`${from}.id`)} = ${sql.ref(`${movement}.from_user_id`)}
    left join profiles ${sql.ref(to)} on ${sql.ref(`${to}.id`)} = ${sql.ref(`${movement}.to_user_id`)}`;
}

/**
 * Formats a movement's sender and recipient, for example `customers -> Dawood Driver`; null without one.
 * Needs `joinNames`.
 */
function routeOf(movement: string): Sql<string | null> {
  const end = (side: 'from' | 'to') =>
    sql`coalesce(${sql.ref(`${movement}_${side}.full_name`)}, ${sql.ref(`${movement}.${side}_user_id`)}::text,
      ${sql.ref(`${movement}.${side}_holder`)})`;
  return sql`${end('from')} || ' -> ' || ${end('to')}`;
}

const columns = (row: 'e' | 'm', ...names: string[]) => {
  const list = names.map((name) => sql.ref(`${row}.${name}`));
  return sql`(${sql.join(list)})`;
};
const both = (...names: string[]): [Sql<unknown>, Sql<unknown>] => [
  columns('m', ...names),
  columns('e', ...names),
];
/** Compares with the movement's own value if the record lacks one, as older records do. */
const whereKnown = (name: string): [Sql<unknown>, Sql<unknown>] => [
  columns('m', name),
  sql`coalesce(${sql.ref(`e.${name}`)}, ${sql.ref(`m.${name}`)})`,
];

/** Compares every record that moves cash with its movement, and the reverse. */
export function sourceCheck({ source_type, label: called, expected }: CashSource): CashCheck {
  const other = namesOfDifferences({
    amount: both('amount_fils'),
    'sender or recipient': both('from_holder', 'from_user_id', 'to_holder', 'to_user_id'),
    'person with a shortage or an over': both('account_user_id'),
    reason: both('reason'),
    time: whereKnown('occurred_at'),
    'recording time': whereKnown('recorded_at'),
    'recording user': both('recorded_by'),
    command: both('command_id'),
    'reversed movement': both('reverses'),
  });
  return sql<CashDifference>`
    with compared as (
      select coalesce(e.shop_id, m.shop_id) as shop_id, coalesce(e.id, m.source_id) as source_id, m.id as movement_id,
        case when e.id is null then 'unexplained_movement' when m.id is null then 'missing_movement' else 'wrong_movement' end as kind,
        coalesce(e.subject, 'movement ' || m.id) as subject,
        case when e.id is not null then e.user_id else coalesce(m.to_user_id, m.from_user_id) end as user_id,
        e.amount_fils as expected_fils, case when e.id is not null then ${routeOf('e')} end as expected_route,
        m.amount_fils as found_fils, case when m.id is not null then ${routeOf('m')} end as found_route,
        case when e.id is null then ${NOT_EXPLAINED} when m.id is null then ${`${called} has no movement`}
          else ${`the movement of ${called} is not the one it must have: `} || nullif(${other}, '') end as text
      from (${expected}) e
      full join (select * from cash_movements where source_type = ${source_type}) m
        on m.shop_id = e.shop_id and m.source_id = e.id and m.leg = e.leg
      ${joinNames('e')}
      ${joinNames('m')}
    )
    select c.shop_id, c.kind, c.subject, c.user_id, coalesce(p.full_name, c.user_id::text) as holder, c.source_id, c.movement_id,
      c.expected_fils, c.expected_route, c.found_fils, c.found_route, c.text
    from compared c
    left join profiles p on p.id = c.user_id
    where c.text is not null
    order by c.shop_id, c.subject, c.source_id, c.movement_id`;
}

/**
 * The largest accepted difference between the clocks. A balance is updated between recording and posting; its
 * time is earlier if the update waited for a lock, or if a clock was set back.
 */
const CLOCKS_APART_AT_MOST = sql`interval '5 minutes'`;

/** The accepted times of a movement, around the last change of the balance `t`. */
const earliest = sql`t.last_updated - ${CLOCKS_APART_AT_MOST}`;
const latest = sql`t.last_updated + ${CLOCKS_APART_AT_MOST}`;

/**
 * True if the balance `t` was last changed when one of its holder's movements was recorded and posted.
 * Usually that is the last posted one, whose time is in the sums `s`; only otherwise all movements of the
 * person are scanned.
 */
const isWrittenThen = sql`(
  s.last_posted_at between ${earliest} and ${latest}
  or exists (
    select from cash_movements m
    where m.shop_id = t.shop_id and t.user_id in (m.from_user_id, m.to_user_id)
      and m.posted_at >= ${earliest} and least(m.recorded_at, m.posted_at) <= ${latest}))`;

/**
 * Compares each balance with its posted movements, and each shop's sum with the cash received and paid out.
 * One scan adds up the amounts per sender and recipient, and the rest uses those few sums. By a check
 * constraint, a side of a movement without a user is outside the staff's hands.
 */
export const balances = sql<CashDifference>`
  with routes as materialized (
    select shop_id, from_user_id, to_user_id, sum(amount_fils)::bigint as fils, max(posted_at) as last_posted_at
    from cash_movements
    where posted_at is not null
    group by shop_id, from_user_id, to_user_id
  ), sums as (
    select shop_id, user_id, sum(fils)::bigint as fils, max(last_posted_at) as last_posted_at from (
      select shop_id, to_user_id as user_id, fils, last_posted_at from routes where to_user_id is not null
      union all
      select shop_id, from_user_id, -fils, last_posted_at from routes where from_user_id is not null
    ) legs group by shop_id, user_id
  ), compared as (
    select coalesce(s.shop_id, t.shop_id) as shop_id, coalesce(s.user_id, t.user_id) as user_id,
      coalesce(s.fils, 0)::bigint as expected_fils, t.cash_on_hand_fils as found_fils,
      ${namesOfFaults({
        'the balance is not the sum of its posted movements': sql`coalesce(s.fils, 0) <> coalesce(t.cash_on_hand_fils, 0)`,
        'the balance is missing': sql`s.user_id is not null and t.user_id is null`,
        'the balance was last changed when nothing was posted': sql`not ${isWrittenThen}`,
      })} as text
    from sums s
    full join cash_tracking t on t.shop_id = s.shop_id and t.user_id = s.user_id
  ), held as (
    select shop_id, sum(cash_on_hand_fils)::bigint as fils from cash_tracking group by shop_id
  ), moved as (
    -- A write-off moves no cash of the staff: neither side has a user.
    select shop_id, sum(case when from_user_id is null and to_user_id is null then 0
      when from_user_id is null then fils when to_user_id is null then -fils end)::bigint as fils
    from routes group by shop_id
  )
  select c.shop_id, 'balance' as kind, coalesce(p.full_name, c.user_id::text) as subject, c.user_id,
    coalesce(p.full_name, c.user_id::text) as holder, null::uuid as source_id, null::uuid as movement_id,
    c.expected_fils, null as expected_route, c.found_fils, null as found_route, c.text
  from compared c
  left join profiles p on p.id = c.user_id
  where c.text <> ''
  union all
  select coalesce(h.shop_id, m.shop_id), 'shop_total', 'Shop #' || coalesce(h.shop_id, m.shop_id), null, null, null, null,
    coalesce(m.fils, 0)::bigint, null, coalesce(h.fils, 0)::bigint, null,
    'the sum of all balances is not the cash received less the cash paid out'
  from held h full join moved m on m.shop_id = h.shop_id
  where coalesce(h.fils, 0) <> coalesce(m.fils, 0)
  order by kind, shop_id, subject`;
