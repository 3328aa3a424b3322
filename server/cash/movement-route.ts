import { type RawBuilder, sql } from 'kysely';

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
