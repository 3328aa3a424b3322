import { type RawBuilder, sql } from 'kysely';
import { type CashCheck, type CashDifference, type CashSource, differing } from './cash-difference.ts';

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
export function joinNames(movement: string): RawBuilder<unknown> {
  const [from, to] = [`${movement}_from`, `${movement}_to`];
  return sql`
    left join profiles ${sql.ref(from)} on ${sql.ref(`${from}.id`)} = ${sql.ref(`${movement}.from_user_id`)}
    left join profiles ${sql.ref(to)} on ${sql.ref(`${to}.id`)} = ${sql.ref(`${movement}.to_user_id`)}`;
}

/** From whom to whom a movement goes, as `customers -> Dawood Driver`; null without one. Needs `joinNames`. */
export function routeOf(movement: string): RawBuilder<string | null> {
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
