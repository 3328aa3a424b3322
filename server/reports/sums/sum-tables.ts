import { type Sql, sql } from '../../platform/database/sql.ts';
import { LATE } from '../late.ts';
import { TAKEN_AMOUNTS, TAKINGS } from '../takings.ts';

/** The granularity of sums: a quarter of an hour or a UTC day of all people, or a UTC day by person. */
export type Grain = 'quarter' | 'day' | 'person_day';
export const DAY_MS = 24 * 60 * 60 * 1000;

/** The key of sums for a holder who is not a member of staff. */
export const NOT_STAFF_ID = sql`'00000000-0000-0000-0000-000000000000'::uuid`;

/** A table of sums. */
export type Summed = {
  table: 'cash_sums' | 'delivery_sums';
  /** Selects the summed records: shop_id, recorded_at, the counted time `at`, kinds, people and measures. */
  facts: Sql<unknown>;
  people: readonly string[];
  kinds: readonly string[];
  measures: readonly string[];
};

export const CASH: Summed = {
  table: 'cash_sums',
  facts: sql`select shop_id, recorded_at, recorded_at as at, reason, from_holder, coalesce(from_user_id, ${NOT_STAFF_ID}) as from_user_id,
    to_holder, coalesce(to_user_id, ${NOT_STAFF_ID}) as to_user_id,
    1 as movements, (recorded_at - occurred_at > ${LATE})::int as late, amount_fils
    from cash_movements`,
  people: ['from_user_id', 'to_user_id'],
  kinds: ['reason', 'from_holder', 'to_holder'],
  measures: ['movements', 'late', 'amount_fils'],
};

export const DELIVERED: Summed = {
  table: 'delivery_sums',
  facts: sql`select shop_id, recorded_at, at, user_id, coalesce(tender, 'none') as tender, outcome, deliveries, changes,
    (recorded_at - at > ${LATE})::int as late, ${sql.join(TAKEN_AMOUNTS.map((id) => sql.ref(id)))}
    from ${TAKINGS} c`,
  people: ['user_id'],
  kinds: ['tender', 'outcome'],
  measures: ['deliveries', 'changes', 'late', ...TAKEN_AMOUNTS],
};

export const SUMMED: readonly Summed[] = [CASH, DELIVERED];

export const listed = (ids: readonly string[], of = '') =>
  sql.join(ids.map((id) => sql.ref(of === '' ? id : `${of}.${id}`)));

/** Returns the columns that identify a sum within a shop, as in the primary key. */
export const keyOf = ({ people, kinds }: Summed) => ['grain', 'starts_at', ...kinds, ...people];

/**
 * Selects the sums of facts `f` at every granularity, without the shop. Periods are in UTC in any session
 * time zone.
 */
export function summedUp(summed: Summed, facts: Sql<unknown>): Sql<unknown> {
  const { people, kinds, measures } = summed;
  const by_person = people.map(
    (id) =>
      sql`case grain when 'person_day' then f.${sql.ref(id)} else ${NOT_STAFF_ID} end as ${sql.ref(id)}`,
  );
  return sql`
    select ${listed(keyOf(summed))}, ${sql.join(measures.map((id) => sql`sum(${sql.ref(id)})::bigint as ${sql.ref(id)}`))}
    from (
      select grain, case grain when 'quarter' then date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00+00')
          else date_trunc('day', at, 'UTC') end as starts_at,
        ${sql.join([...kinds.map((id) => sql`f.${sql.ref(id)}`), ...by_person, ...measures.map((id) => sql`f.${sql.ref(id)}`)])}
      from (${facts}) f cross join (values ('quarter'), ('day'), ('person_day')) as grains (grain)
    ) expanded
    group by ${listed(keyOf(summed))}`;
}
