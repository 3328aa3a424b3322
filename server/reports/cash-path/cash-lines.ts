import type { Tx } from '../../platform/database/database.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import { grouped } from './grouped.ts';
import type { Book, Line, PlacedTransfer, Stretch } from './oldest-first.ts';

/** The largest number of movements that are read for one span. */
const MOVEMENTS_AT_ONCE = 1_000;

const HOLDERS: Record<Line, Sql<unknown>> = { in: sql.ref('to_user_id'), out: sql.ref('from_user_id') };

/** The fils that precede each day (UTC) with movements, in the order of the days. */
type Days = readonly { day: string; before_fils: number }[];

/**
 * Provides the two lines of each of the shop's holders. Movements are read one by one only on the days that a
 * stretch covers; sums cover the rest. Movements waiting to be posted are included.
 */
export function cashLines(tx: Tx, shop_id: number): Book {
  const known: Record<Line, Map<string, Days>> = { in: new Map(), out: new Map() };

  async function daysOf(line: Line, user_ids: readonly string[]): Promise<ReadonlyMap<string, Days>> {
    const unknown = [...new Set(user_ids)].filter((id) => !known[line].has(id));
    if (unknown.length > 0) {
      const read = await readDays(tx, shop_id, line, unknown);
      for (const id of unknown) known[line].set(id, read.get(id) ?? []);
    }
    return known[line];
  }

  return {
    async startsOf(line, ids) {
      const places = await readPlaces(tx, shop_id, line, ids);
      const days = await daysOf(
        line,
        places.map(({ user_id }) => user_id),
      );
      return new Map(
        places.map(({ id, user_id, day, in_day_fils }) => {
          const there = days.get(user_id)?.find((one) => one.day === day);
          return [id, (there?.before_fils ?? 0) + in_day_fils];
        }),
      );
    },
    async movementsAt(line, stretches) {
      const days = await daysOf(
        line,
        stretches.map(({ user_id }) => user_id),
      );
      const spans = spansOf(stretches, days);
      const found = await readSpans(tx, shop_id, line, spans);
      // In a span that was cut off, each stretch is read separately, so that at least its beginning is read.
      const alone = spans
        .filter((span, at) => span.stretches.length > 1 && isCut(found.get(at)))
        .flatMap((span) => span.stretches)
        .flatMap((stretch) => spansOf([stretch], days));
      const found_alone = await readSpans(tx, shop_id, line, alone);
      return stretches.map((stretch) => {
        const at = alone.findIndex((span) => span.stretches.includes(stretch));
        if (at >= 0) return touching(stretch, found_alone.get(at) ?? []);
        return touching(
          stretch,
          found.get(spans.findIndex((span) => span.stretches.includes(stretch))) ?? [],
        );
      });
    },
  };
}

/**
 * Combines the sums that a job keeps with the movements recorded since, in one statement, so that both are of
 * one snapshot.
 */
async function readDays(tx: Tx, shop_id: number, line: Line, user_ids: readonly string[]) {
  const { rows } = await sql<{ user_id: string; day: string; before_fils: number }>`
    select user_id, day::text as day, (sum(fils) over (partition by user_id order by day) - fils)::bigint as before_fils
    from (
      select user_id, day, sum(fils) as fils from (
        select ${HOLDERS[line]} as user_id, (starts_at at time zone 'UTC')::date as day, amount_fils as fils
        from cash_sums where shop_id = ${shop_id} and grain = 'person_day' and ${HOLDERS[line]} = any(${user_ids}::uuid[])
        union all
        select ${HOLDERS[line]}, (recorded_at at time zone 'UTC')::date, amount_fils
        from cash_movements where shop_id = ${shop_id} and ${HOLDERS[line]} = any(${user_ids}::uuid[])
          and recorded_at >= coalesce((select summed_before from report_horizons where shop_id = ${shop_id}), '-infinity')
      ) moved group by user_id, day
    ) days order by user_id, day`.execute(tx);
  return grouped(rows, ({ user_id }) => user_id);
}

/** Returns the day on which each movement was recorded, and how many fils precede it on that day. */
async function readPlaces(tx: Tx, shop_id: number, line: Line, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; user_id: string; day: string; in_day_fils: number }>`
    select m.id, m.${HOLDERS[line]} as user_id, (m.recorded_at at time zone 'UTC')::date::text as day, coalesce((
      select sum(b.amount_fils) from cash_movements b
      where b.shop_id = ${shop_id} and b.${HOLDERS[line]} = m.${HOLDERS[line]}
        and b.recorded_at >= date_trunc('day', m.recorded_at, 'UTC') and (b.recorded_at, b.id) < (m.recorded_at, m.id)
    ), 0)::bigint as in_day_fils
    from cash_movements m where m.shop_id = ${shop_id} and m.id = any(${ids}::uuid[])`.execute(tx);
  return rows;
}

/** Days of one line that are read together. */
type Span = {
  user_id: string;
  from: string;
  /** The first day after the span; null for the end of the line. */
  until: string | null;
  before_fils: number;
  start_fils: number;
  end_fils: number;
  stretches: Stretch[];
};

/** Returns the days that stretches cover. Touching stretches of one line share a span. */
function spansOf(stretches: readonly Stretch[], lines: ReadonlyMap<string, Days>): Span[] {
  const spans: Span[] = [];
  const sorted = [...stretches].sort((a, b) => a.start_fils - b.start_fils);
  for (const [user_id, own] of grouped(sorted, (one) => one.user_id)) {
    const days = lines.get(user_id) ?? [];
    let last: Span | undefined;
    for (const stretch of own) {
      const end_fils = stretch.start_fils + stretch.fils;
      const first = days.findLast(({ before_fils }) => before_fils <= stretch.start_fils);
      if (!first) continue;
      const until = days.find(({ before_fils }) => before_fils >= end_fils)?.day ?? null;
      if (last && (last.until === null || first.day <= last.until)) {
        const longer = last.until === null || until === null ? null : [last.until, until].sort()[1];
        Object.assign(last, { until: longer, end_fils: Math.max(last.end_fils, end_fils) });
        last.stretches.push(stretch);
      } else {
        const { before_fils } = first;
        const { start_fils } = stretch;
        last = { user_id, from: first.day, until, before_fils, start_fils, end_fils, stretches: [stretch] };
        spans.push(last);
      }
    }
  }
  return spans;
}

/** Returns the movements of each span, by its index; at most one more than MOVEMENTS_AT_ONCE. */
async function readSpans(tx: Tx, shop_id: number, line: Line, spans: readonly Span[]) {
  if (spans.length === 0) return new Map<number, PlacedTransfer[]>();
  const all = <Key extends keyof Span>(key: Key) => spans.map((span) => span[key]);
  const { rows } = await sql<PlacedTransfer & { span: number }>`
    select (s.at - 1)::int as span, m.id, m.from_user_id, m.to_user_id, m.amount_fils,
      (s.before_fils + m.through_fils - m.amount_fils)::bigint as start_fils
    from unnest(${all('user_id')}::uuid[], ${all('from')}::date[], ${all('until')}::date[], ${all('before_fils')}::bigint[],
      ${all('start_fils')}::bigint[], ${all('end_fils')}::bigint[]) with ordinality
      as s (user_id, from_day, until_day, before_fils, start_fils, end_fils, at)
    cross join lateral (
      select * from (
        select id, from_user_id, to_user_id, amount_fils, recorded_at,
          sum(amount_fils) over (order by recorded_at, id rows unbounded preceding) as through_fils
        from cash_movements where shop_id = ${shop_id} and ${HOLDERS[line]} = s.user_id
          and recorded_at >= s.from_day::timestamp at time zone 'UTC'
          and recorded_at < coalesce(s.until_day::timestamp at time zone 'UTC', 'infinity')
      ) line
      where s.before_fils + through_fils > s.start_fils and s.before_fils + through_fils - amount_fils < s.end_fils
      order by recorded_at, id limit ${MOVEMENTS_AT_ONCE + 1}
    ) m order by s.at, start_fils`.execute(tx);
  return grouped(rows, ({ span }) => span);
}

const isCut = (read: readonly PlacedTransfer[] | undefined) => (read?.length ?? 0) > MOVEMENTS_AT_ONCE;

/** Returns the movements of a stretch from those read for its span, which may end before the stretch. */
function touching({ start_fils, fils }: Stretch, read: readonly PlacedTransfer[]) {
  const end_fils = start_fils + fils;
  const movements = read.filter(
    (one) => one.start_fils < end_fils && one.start_fils + one.amount_fils > start_fils,
  );
  const last = read.at(-1);
  return { movements, whole: !isCut(read) || (last !== undefined && last.start_fils >= end_fils) };
}
