import { type RawBuilder, sql } from 'kysely';
import type { BeyondStaff } from '../../contract/rules/reports.ts';
import type { ReportRow } from '../../contract/schemas/reports.ts';
import type { Tx } from '../platform/database/database.ts';
import { LATE } from './late.ts';
import type { Asked } from './report.ts';
import { lateOf, type Table } from './table-report.ts';

type Day = Record<(typeof MOVED)[number], number> & {
  /** Null: all that was before the period. */
  day: string | null;
  late: number;
  differences: number;
  difference_fils: number;
};
const MOVED = [
  'collected_fils',
  'banked_fils',
  'issued_fils',
  'returned_fils',
  'opened_fils',
  'adjusted_fils',
] as const;

/** Movements `m` from one of these, less those to it. */
const netFrom = (beyond: BeyondStaff) =>
  sql`case ${beyond}::text when m.from_holder then m.fils when m.to_holder then -m.fils else 0 end`;
const IS_REVERSAL = sql`m.reason = 'reversal'`;

/** Of movements `m`, under the ids of the columns: each is of one of them, or between staff. */
export const MOVED_BEYOND_STAFF: Record<(typeof MOVED)[number], RawBuilder<unknown>> = {
  collected_fils: netFrom('customers'),
  banked_fils: sql`-(${netFrom('bank')})`,
  issued_fils: sql`case when (m.from_holder = 'safe') <> (${IS_REVERSAL}) then ${netFrom('safe')} else 0 end`,
  returned_fils: sql`case when (m.from_holder = 'safe') = (${IS_REVERSAL}) then -(${netFrom('safe')}) else 0 end`,
  opened_fils: netFrom('opening'),
  adjusted_fils: netFrom('adjustment'),
};

/** What all staff held together at the beginning and end of each day on which anything moved, and what came and went between. */
export async function BOOK(tx: Tx, asked: Asked): Promise<Table> {
  const { shop_id, time_zone, span } = asked;
  const net = Object.entries(MOVED_BEYOND_STAFF).map(([id, fils]) => sql`${fils} as ${sql.id(id)}`);
  const summed = [...MOVED, 'late', 'differences', 'difference_fils'].map(
    (id) => sql`coalesce(sum(${sql.id(id)}), 0)::bigint as ${sql.id(id)}`,
  );
  const { rows } = await sql<Day>`
    with facts as (
      select case when m.recorded_at >= ${span.starts_at} then (m.recorded_at at time zone ${time_zone})::date::text end as day,
        (m.recorded_at >= ${span.starts_at} and m.recorded_at - m.occurred_at > ${LATE})::int as late, ${sql.join(net)},
        0 as differences, 0 as difference_fils
      from (select *, amount_fils as fils from cash_movements) m
      where m.shop_id = ${shop_id} and m.recorded_at < ${span.ends_at}
      union all
      select (recorded_at at time zone ${time_zone})::date::text, 0, 0, 0, 0, 0, 0, 0, 1, difference_fils
      from cash_handovers
      where shop_id = ${shop_id} and difference_fils <> 0 and recorded_at >= ${span.starts_at} and recorded_at < ${span.ends_at}
    )
    select day, ${sql.join(summed)} from facts group by day order by day nulls first`.execute(tx);
  return { rows: withBalances(rows), late: lateOf(rows, 'late') };
}

/** From the oldest day on; what comes first is all that was before the period. */
function withBalances(days: readonly Day[]): ReportRow[] {
  let held_fils = 0;
  return days.flatMap(({ day, late: _, ...moved }) => {
    const opening_fils = held_fils;
    held_fils += netOf(moved);
    return day === null ? [] : [{ id: day, day, opening_fils, ...moved, closing_fils: held_fils }];
  });
}

function netOf(day: Pick<Day, (typeof MOVED)[number]>): number {
  const { collected_fils, banked_fils, issued_fils, returned_fils, opened_fils, adjusted_fils } = day;
  return collected_fils - banked_fils + issued_fils - returned_fils + opened_fils + adjusted_fils;
}
