import type { HeldOverTime } from '../../../contract/operations/screens/read-held-over-time.schema.ts';
import { dayOf } from '../../../contract/rules/dates/dates.ts';
import type { ChartQuery } from '../../../contract/schemas/report-charts.ts';
import { beginOfDay } from '../../platform/database/business-day.ts';
import type { Tx } from '../../platform/database/database.ts';
import { oneRow } from '../../platform/database/rows.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import { resolveReport } from '../read-report.ts';
import type { ResolvedQuery } from '../report.ts';
import { CASH, DAY_MS, NOT_STAFF_ID } from '../sums/sum-tables.ts';
import { factsNotSummed, horizon } from '../sums/summed-facts.ts';
import { daysDrawn } from './days-drawn.ts';

type Holder = HeldOverTime['holders'][number];
/**
 * The cash that a user received less the cash that they gave: from a point on or, with `at_point`, at that
 * point only.
 */
type Moved = Omit<Holder, 'closing_fils'> & { point: number; at_point: boolean; fils: number };

/**
 * Computes the cash of each holder at the end of days of a period, from the book. The last value equals the
 * closing balance of the holders report. Future days are excluded. Throws `invalid_input`.
 */
export async function readHeldOverTime(
  tx: Tx,
  shop_id: number,
  query: ChartQuery,
  now: Date,
): Promise<HeldOverTime> {
  const { asked } = await resolveReport(tx, shop_id, { report: 'holders', way: 'down', ...query });
  const { from, to } = query;
  const today = dayOf(now, asked.time_zone);
  const { step, days } = daysDrawn({ from, to: to <= today ? to : today < from ? from : today });
  const moved = await movedUntil(tx, asked, await endsOf(tx, days, asked.time_zone));
  return { time_zone: asked.time_zone, step, days, holders: holdersOf(moved, days.length) };
}

async function endsOf(tx: Tx, days: readonly string[], time_zone: string): Promise<Date[]> {
  const end = beginOfDay(sql`day + interval '1 day'`, sql`${time_zone}`);
  const { ends } = await oneRow(
    tx,
    sql<{
      ends: Date[];
    }>`select array_agg(${end} order by day) as ends from unnest(${days}::timestamp[]) day`,
  );
  return ends;
}

/**
 * Sums by person cover days in UTC, so each end of a day is computed from the nearest UTC midnight. The
 * movements between the two, half a day at most, are added or subtracted at that point only. Each of these
 * ranges is looked up separately: planned together, they would read the whole book.
 */
async function movedUntil(tx: Tx, asked: ResolvedQuery, ends: readonly Date[]): Promise<Moved[]> {
  const { user_id } = asked.query;
  const person = user_id === undefined ? sql`true` : sql`l.user_id = ${user_id}::uuid`;
  const { rows } = await sql<Moved>`
    with moved as materialized (${movements(asked.shop_id, ends)})
    select p.id as user_id, p.full_name, p.role, l.point, l.at_point, l.fils
    from (
      select user_id, point, at_point, sum(fils)::bigint as fils from (
        select to_user_id as user_id, point, at_point, fils from moved
        union all select from_user_id, point, at_point, -fils from moved
      ) l where l.user_id <> ${NOT_STAFF_ID} and ${person} group by 1, 2, 3
    ) l
    join profiles p on p.id = l.user_id`.execute(tx);
  return rows;
}

function movements(shop_id: number, ends: readonly Date[]): Sql<unknown> {
  const midnights = ends.map((end) => new Date(Math.round(end.getTime() / DAY_MS) * DAY_MS));
  const [first, last] = [midnights[0], midnights.at(-1)];
  const sums = sql`from cash_sums where shop_id = ${shop_id} and grain = 'person_day'`;
  return sql`
    select 0 as point, false as at_point, from_user_id, to_user_id, sum(amount_fils) as fils
    ${sums} and starts_at < ${first} group by 3, 4
    union all
    select width_bucket(starts_at, ${timesOf(midnights)}), false, from_user_id, to_user_id, sum(amount_fils)
    ${sums} and starts_at >= ${first} and starts_at < ${last} group by 1, 3, 4
    union all
    select (p.number - 1)::int, true, f.from_user_id, f.to_user_id, case when p.midnight < p.ends then f.amount_fils else -f.amount_fils end
    from (
      select number, midnight, ends, least(midnight, ends) as starts_at, greatest(midnight, ends) as ends_at
      from unnest(${timesOf(midnights)}, ${timesOf(ends)}) with ordinality as p (midnight, ends, number) offset 0
    ) p
    cross join lateral (
      select from_user_id, to_user_id, amount_fils from (${CASH.facts}) f
      where shop_id = ${shop_id} and at >= p.starts_at and at < p.ends_at and recorded_at + interval '0' < ${horizon(shop_id)} offset 0
    ) f
    union all
    select width_bucket(at, ${timesOf(ends)}), false, from_user_id, to_user_id, amount_fils
    from (${factsNotSummed(CASH, shop_id, sql`at, from_user_id, to_user_id, amount_fils`, { from: '-infinity', to: ends.at(-1) })}) f`;
}

const timesOf = (times: readonly Date[]) => sql`${times.map((time) => time.toISOString())}::timestamptz[]`;

function holdersOf(moved: readonly Moved[], points: number): Holder[] {
  const people = new Map<string, Holder & { at_point_fils: number[] }>();
  for (const { point, at_point, fils, ...person } of moved) {
    const none = () => Array.from({ length: points }, () => 0);
    const holder = people.get(person.user_id) ?? { ...person, closing_fils: none(), at_point_fils: none() };
    people.set(person.user_id, holder);
    const added = at_point ? holder.at_point_fils : holder.closing_fils;
    added[point] = (added[point] ?? 0) + fils;
  }
  return [...people.values()]
    .map(({ closing_fils, at_point_fils, ...person }) => {
      let held_fils = 0;
      const closing = closing_fils.map((fils, point) => {
        held_fils += fils;
        return held_fils + (at_point_fils[point] ?? 0);
      });
      return { ...person, closing_fils: closing };
    })
    .filter(({ closing_fils }) => closing_fils.some((fils) => fils !== 0))
    .sort((a, b) => compareNames(a, b));
}

function compareNames(a: Holder, b: Holder): number {
  const names = a.full_name.localeCompare(b.full_name, 'en', { sensitivity: 'base' });
  return names === 0 ? Number(a.user_id > b.user_id) - Number(a.user_id < b.user_id) : names;
}
