import { type RawBuilder, sql } from 'kysely';
import {
  type CashCheck,
  type CashDifference,
  type CashSource,
  differing,
  naming,
} from './cash-difference.ts';

/** Every movement against the record that caused it, and those that wait. */

/** What is said of a movement `m`, whoever received it being named first. */
const named = sql`
  'movement ' || m.id as subject, coalesce(m.to_user_id, m.from_user_id) as user_id,
  coalesce(m_to.full_name, m_from.full_name) as holder, m.source_id, m.id as movement_id`;

export function unexplained(sources: readonly CashSource[]): CashCheck {
  const source = (at: number) => sql.ref(`s${at}`);
  const joined = sources.map(
    ({ source_type, moving }, at) => sql`
      left join (${moving}) ${source(at)} on m.source_type = ${source_type} and m.leg = 1
        and ${source(at)}.shop_id = m.shop_id and ${source(at)}.id = m.source_id`,
  );
  return sql<CashDifference>`
    select m.shop_id, 'unexplained_movement' as kind, ${named}, null::bigint as expected_fils, null as expected_route,
      m.amount_fils as found_fils, ${routeOf('m')} as found_route,
      'no ' || replace(m.source_type, '_', ' ') || ' explains this movement' as text
    from cash_movements m
    ${sql.join(joined, sql` `)}
    ${joinNames('m')}
    where coalesce(${sql.join(sources.map((_, at) => sql`${source(at)}.id`))}) is null
    order by m.shop_id, m.id`;
}

export const waiting: CashCheck = sql<CashDifference>`
  select m.shop_id, 'waiting' as kind, ${named}, m.amount_fils as expected_fils, ${routeOf('m')} as expected_route,
    null::bigint as found_fils, null as found_route, 'recorded, waiting to be posted' as text
  from cash_movements m
  ${joinNames('m')}
  where m.posted_at is null
  order by m.shop_id, m.id`;

/** Joins the names of a movement's two people, for `routeOf`; `movement` is the alias of a row with its four columns. */
function joinNames(movement: string): RawBuilder<unknown> {
  const [from, to] = [`${movement}_from`, `${movement}_to`];
  return sql`
    left join profiles ${sql.ref(from)} on ${sql.ref(`${from}.id`)} = ${sql.ref(`${movement}.from_user_id`)}
    left join profiles ${sql.ref(to)} on ${sql.ref(`${to}.id`)} = ${sql.ref(`${movement}.to_user_id`)}`;
}

/** From whom to whom a movement goes, as `customers -> Dawood Driver`; null without one. Needs `joinNames`. */
function routeOf(movement: string): RawBuilder<string | null> {
  const end = (side: 'from' | 'to') =>
    sql`coalesce(${sql.ref(`${movement}_${side}.full_name`)}, ${sql.ref(`${movement}.${side}_user_id`)}::text,
      ${sql.ref(`${movement}.${side}_holder`)})`;
  return sql`${end('from')} || ' -> ' || ${end('to')}`;
}

const columns = (row: 'e' | 'm', ...names: string[]) => {
  const list = names.map((name) => sql.ref(`${row}.${name}`));
  return sql`(${sql.join(list)})`;
};
const both = (...names: string[]): [RawBuilder<unknown>, RawBuilder<unknown>] => [
  columns('m', ...names),
  columns('e', ...names),
];
/** What an older record does not know is its movement's to say. */
const whereKnown = (name: string): [RawBuilder<unknown>, RawBuilder<unknown>] => [
  columns('m', name),
  sql`coalesce(${sql.ref(`e.${name}`)}, ${sql.ref(`m.${name}`)})`,
];

export function sourceCheck({ source_type, called, expected }: CashSource): CashCheck {
  const other = differing({
    amount: both('amount_fils'),
    'from whom to whom': both('from_holder', 'from_user_id', 'to_holder', 'to_user_id'),
    reason: both('reason'),
    time: whereKnown('occurred_at'),
    'time of recording': whereKnown('recorded_at'),
    'who recorded it': both('recorded_by'),
    command: both('command_id'),
    'what it reverses': [sql`m.reverses`, sql`null`],
  });
  return sql<CashDifference>`
    with e as (${expected}), compared as (
      select e.*, m.id as movement_id, m.amount_fils as found_fils, ${routeOf('e')} as expected_route,
        case when m.id is not null then ${routeOf('m')} end as found_route, ${other} as other
      from e
      left join cash_movements m on m.shop_id = e.shop_id and m.source_type = ${source_type} and m.source_id = e.id and m.leg = 1
      ${joinNames('e')}
      ${joinNames('m')}
    )
    select c.shop_id, case when c.movement_id is null then 'missing_movement' else 'wrong_movement' end as kind, c.subject,
      c.user_id, coalesce(p.full_name, c.user_id::text) as holder, c.id as source_id, c.movement_id,
      c.amount_fils as expected_fils, c.expected_route, c.found_fils, c.found_route,
      case when c.movement_id is null then ${`${called} has no movement`}
        else ${`the movement of ${called} is not the one it must have: `} || c.other end as text
    from compared c
    left join profiles p on p.id = c.user_id
    where c.movement_id is null or c.other <> ''
    order by c.shop_id, c.subject, c.id`;
}

/** A balance is written between recording and posting, or when it began to wait for its holder. A clock set back makes either earlier. */
const CLOCKS_APART_AT_MOST = sql`interval '5 minutes'`;

/** Each balance against its posted movements. */
export const balances = sql<CashDifference>`
  with legs as (
    select shop_id, to_user_id as user_id, amount_fils, recorded_at, posted_at from cash_movements
      where to_user_id is not null and posted_at is not null
    union all
    select shop_id, from_user_id, -amount_fils, recorded_at, posted_at from cash_movements
      where from_user_id is not null and posted_at is not null
  ), sums as (
    select l.shop_id, l.user_id, sum(l.amount_fils)::bigint as fils,
      bool_or(t.last_updated between least(l.recorded_at, l.posted_at) - ${CLOCKS_APART_AT_MOST}
        and l.posted_at + ${CLOCKS_APART_AT_MOST}) as written_then
    from legs l
    left join cash_tracking t on t.shop_id = l.shop_id and t.user_id = l.user_id
    group by l.shop_id, l.user_id
  ), compared as (
    select coalesce(s.shop_id, t.shop_id) as shop_id, coalesce(s.user_id, t.user_id) as user_id,
      coalesce(s.fils, 0)::bigint as expected_fils, t.cash_on_hand_fils as found_fils,
      ${naming({
        'the balance is not the sum of its posted movements': sql`coalesce(s.fils, 0) <> coalesce(t.cash_on_hand_fils, 0)`,
        'the balance is gone': sql`s.user_id is not null and t.user_id is null`,
        'the balance was last changed when nothing was posted': sql`not s.written_then`,
      })} as text
    from sums s
    full join cash_tracking t on t.shop_id = s.shop_id and t.user_id = s.user_id
  )
  select c.shop_id, 'balance' as kind, coalesce(p.full_name, c.user_id::text) as subject, c.user_id,
    coalesce(p.full_name, c.user_id::text) as holder, null::uuid as source_id, null::uuid as movement_id,
    c.expected_fils, null as expected_route, c.found_fils, null as found_route, c.text
  from compared c
  left join profiles p on p.id = c.user_id
  where c.text <> ''
  order by 1, 3`;

/** Each shop's sum against what came in and went out. */
export const shopTotals = sql<CashDifference>`
  with held as (
    select shop_id, sum(cash_on_hand_fils)::bigint as fils from cash_tracking group by shop_id
  ), moved as (
    select shop_id, sum(case when from_holder <> 'staff' then amount_fils else 0 end
                      - case when to_holder <> 'staff' then amount_fils else 0 end)::bigint as fils
    from cash_movements where posted_at is not null group by shop_id
  )
  select coalesce(h.shop_id, m.shop_id) as shop_id, 'shop_total' as kind, 'Shop #' || coalesce(h.shop_id, m.shop_id) as subject,
    null::uuid as user_id, null as holder, null::uuid as source_id, null::uuid as movement_id,
    coalesce(m.fils, 0)::bigint as expected_fils, null as expected_route,
    coalesce(h.fils, 0)::bigint as found_fils, null as found_route,
    'what staff hold together is not what came in less what went out' as text
  from held h full join moved m on m.shop_id = h.shop_id
  where coalesce(h.fils, 0) <> coalesce(m.fils, 0)
  order by 1`;
