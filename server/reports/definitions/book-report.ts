import type { ReportRow } from '../../../contract/operations/desk/reports/read-report.schema.ts';
import type { BeyondStaff } from '../../../contract/rules/reports/reports.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import { businessDayOf, startsOfBusinessDays } from '../business-days.ts';
import type { ResolvedQuery } from '../report.ts';
import { CASH } from '../sums/sum-tables.ts';
import { factsByDay, factsWithin } from '../sums/summed-facts.ts';
import { lateOf, type Table } from '../table-report.ts';
import { HANDOVERS_AND_VOIDS } from './handovers-report.ts';

type Day = Record<(typeof MOVED)[number], number> & {
  /** Null for everything before the period. */
  day: string | null;
  movements: number;
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
  'short_fils',
  'over_fils',
  'spent_fils',
] as const;

/** Sums movements `m` from this holder less those to it. */
const netFrom = (beyond: BeyondStaff) =>
  sql`case ${beyond}::text when m.from_holder then m.amount_fils when m.to_holder then -m.amount_fils else 0 end`;
const IS_REVERSAL = sql`m.reason = 'reversal'`;

/** Amounts of movements `m` by column; a movement counts in one column, in none
 * if it is between staff, and in two if it is between an account and adjustments. */
export const MOVED_BEYOND_STAFF: Record<(typeof MOVED)[number], Sql<unknown>> = {
  collected_fils: netFrom('customers'),
  banked_fils: sql`-(${netFrom('bank')})`,
  issued_fils: sql`case when (m.from_holder = 'safe') <> (${IS_REVERSAL}) then ${netFrom('safe')} else 0 end`,
  returned_fils: sql`case when (m.from_holder = 'safe') = (${IS_REVERSAL}) then -(${netFrom('safe')}) else 0 end`,
  opened_fils: netFrom('opening'),
  adjusted_fils: netFrom('adjustment'),
  short_fils: netFrom('shortage'),
  over_fils: netFrom('over'),
  spent_fils: sql`-(${netFrom('expense')})`,
};

/** Computes the cash of all staff at the beginning and end of each day with movements, and its changes. */
export async function BOOK(tx: Tx, asked: ResolvedQuery): Promise<Table> {
  const { shop_id, span } = asked;
  const net = Object.entries(MOVED_BEYOND_STAFF).map(([id, fils]) => sql`${fils} as ${sql.ref(id)}`);
  const summed = [...MOVED, 'movements', 'late', 'differences', 'difference_fils'].map(
    (id) => sql`coalesce(sum(${sql.ref(id)}), 0)::bigint as ${sql.ref(id)}`,
  );
  const before = factsWithin(CASH, shop_id, { starts_at: null, ends_at: span.starts_at }, 'all');
  const { rows } = await sql<Day>`
    with moved as (
      select day, reason, from_holder, to_holder, sum(movements) as movements, sum(late) as late, sum(amount_fils) as amount_fils
      from (${factsByDay(CASH, asked)}) m group by 1, 2, 3, 4
      union all
      select null, reason, from_holder, to_holder, 0, 0, sum(amount_fils) from (${before}) m group by 2, 3, 4
    ), facts as (
      select day, movements, late, ${sql.join(net)}, 0 as differences, 0 as difference_fils from moved m
      union all
      select ${businessDayOf(asked, sql`h.recorded_at`)}, 0, 0, ${sql.join(MOVED.map(() => sql`0`))}, 1, h.difference_fils
      from ${HANDOVERS_AND_VOIDS} cross join (${startsOfBusinessDays(asked)}) days
      where h.shop_id = ${shop_id} and h.difference_fils <> 0 and h.recorded_at >= ${span.starts_at} and h.recorded_at < ${span.ends_at}
    )
    select day, ${sql.join(summed)} from facts group by day
    having day is null or sum(movements) > 0 or sum(differences) > 0 order by day nulls first`.execute(tx);
  return { rows: withBalances(rows), late: lateOf(rows, 'late') };
}

/** Adds balances to the days, the oldest first. The first entry is the sum before the period. */
function withBalances(days: readonly Day[]): ReportRow[] {
  let held_fils = 0;
  return days.flatMap(({ day, late: _, movements: __, ...moved }) => {
    const opening_fils = held_fils;
    held_fils += netOf(moved);
    return day === null ? [] : [{ id: day, day, opening_fils, ...moved, closing_fils: held_fils }];
  });
}

function netOf(day: Pick<Day, (typeof MOVED)[number]>): number {
  const { collected_fils, banked_fils, issued_fils, returned_fils, opened_fils, adjusted_fils } = day;
  const accounts_fils = day.short_fils + day.over_fils - day.spent_fils;
  return (
    collected_fils - banked_fils + issued_fils - returned_fils + opened_fils + adjusted_fils + accounts_fils
  );
}
