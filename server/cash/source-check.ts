import { type RawBuilder, sql } from 'kysely';
import { type CashCheck, type CashDifference, type CashSource, differing } from './cash-difference.ts';
import { joinNames, routeOf } from './movement-route.ts';

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

/** Every record of one kind against its movement. */
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
