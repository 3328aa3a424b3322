import type { ReportRow, ReportTotals } from '../../contract/operations/desk/reports/read-report.schema.ts';
import { UUID } from '../../contract/rules/ids.ts';
import type { ReportQuery } from '../../contract/schemas/reports.ts';
import type { Tx } from '../platform/database/database.ts';
import { oneRow } from '../platform/database/rows.ts';
import { type Sql, sql } from '../platform/database/sql.ts';
import { LATE } from './late.ts';
import { noRow } from './no-row.ts';
import type { Report, ResolvedQuery } from './report.ts';

/** A report with a row for each record. Records are only added, so a page can continue after any row. */
export type ListReport = {
  /** The records with an alias: `delivery_confirmations c`. The alias gives access to `shop_id` and `id`. */
  records: Sql<unknown>;
  shop_id: Sql<unknown>;
  id: Sql<unknown>;
  /** The time by which days are counted and rows are sorted. */
  at: Sql<unknown>;
  /** The time at which it happened, compared with `recorded_at` for late records. */
  happened_at: Sql<unknown>;
  recorded_at: Sql<unknown>;
  /** Returns the conditions for the query's filters. */
  narrowed(query: ReportQuery): readonly Sql<unknown>[];
  /** Returns alternative conditions that exclude one another, each with its own index. */
  either?(query: ReportQuery): readonly Sql<unknown>[];
  /** Joins of records that are looked up for each displayed row. */
  joined: Sql<unknown>;
  /** The displayed columns and link targets, by column id. */
  shown: Sql<unknown>;
  /** The totals by column id, each a bigint. */
  sums: Readonly<Record<string, Sql<unknown>>>;
  /** Returns the totals from stored sums; null if the sums do not support the query's filters. */
  summed?(asked: ResolvedQuery): Summed | null;
};

/**
 * The stored sums or records that are added up, with an alias; the number of rows and of late records among
 * them, and their totals.
 */
type Summed = Pick<ListReport, 'sums'> & {
  facts: Sql<unknown>;
  rows: Sql<unknown>;
  late: Sql<unknown>;
};

const WAYS = {
  up: { direction: sql`asc`, beyond: sql`>` },
  down: { direction: sql`desc`, beyond: sql`<` },
};

/** True if a record arrived so late that an earlier count of its day may have missed it. */
function isLate({ happened_at, recorded_at }: Pick<ListReport, 'happened_at' | 'recorded_at'>) {
  return sql<boolean>`(${recorded_at} - ${happened_at} > ${LATE})`;
}

/** Returns the conditions for a whole query. */
export function within(report: ListReport, { query, shop_id, span }: ResolvedQuery): Sql<unknown> {
  const conditions = [
    sql`${report.shop_id} = ${shop_id}`,
    sql`${report.at} >= ${span.starts_at}`,
    sql`${report.at} < ${span.ends_at}`,
    ...report.narrowed(query),
    ...(query.late === 'yes' ? [isLate(report)] : []),
  ];
  return sql.join(conditions, sql` and `);
}

export function listReport(report: ListReport): Report {
  return {
    rows: (tx, asked, limit) => rowsOfList(tx, report, asked, limit),
    totals: (tx, asked) => totalsOfList(tx, report, asked),
  };
}

function eitherOf({ either }: ListReport, { query }: ResolvedQuery): readonly Sql<unknown>[] {
  return either?.(query) ?? [sql`true`];
}

async function rowsOfList(
  tx: Tx,
  report: ListReport,
  asked: ResolvedQuery,
  limit: number,
): Promise<ReportRow[]> {
  const { at, id, shop_id, records } = report;
  const { direction, beyond } = WAYS[asked.query.way];
  const { after } = asked.query;
  if (after !== undefined && !UUID.test(after)) throw noRow();
  const behind =
    after === undefined
      ? sql`true`
      : sql`(${at}, ${id}) ${beyond} ((select ${at} from ${records} where ${shop_id} = ${asked.shop_id} and ${id} = ${after}::uuid), ${after}::uuid)`;
  const order = sql`order by ${at} ${direction}, ${id} ${direction}`;
  const found = eitherOf(report, asked).map(
    (one) => sql`(select ${shop_id} as shop_id, ${id} as id, ${at} as at from ${records}
      where ${within(report, asked)} and ${behind} and ${one} ${order} limit ${limit})`,
  );
  // Finds the rows first, and joins other records only to these.
  const { rows } = await sql<Record<string, unknown>>`
    select page.id, ${isLate(report)} as late, ${report.shown}
    from (select * from (${sql.join(found, sql` union all `)}) found order by at ${direction}, id ${direction} limit ${limit}) as page
    join ${records} on ${shop_id} = page.shop_id and ${id} = page.id ${report.joined} ${order}`.execute(tx);
  if (after !== undefined && rows.length === 0) await assertRow(tx, report, asked.shop_id, after);
  return rows.map(toRow);
}

/** Throws `invalid_input` for a row that does not exist, which would look like the end of the report. */
async function assertRow(tx: Tx, { records, shop_id, id }: ListReport, of_shop: number, row_id: string) {
  const { rows } =
    await sql`select from ${records} where ${shop_id} = ${of_shop} and ${id} = ${row_id}::uuid`.execute(tx);
  if (rows.length === 0) throw noRow();
}

/** Converts times in place, to avoid copying a million rows. */
function toRow(row: Record<string, unknown>): ReportRow {
  for (const id in row) {
    const value = row[id];
    if (value instanceof Date) row[id] = value.toISOString();
  }
  return row as ReportRow;
}

async function totalsOfList(tx: Tx, report: ListReport, asked: ResolvedQuery): Promise<ReportTotals> {
  const { facts, rows, late, sums } = report.summed?.(asked) ?? live(report, asked);
  const added = Object.entries(sums).map(
    ([id, added]) => sql`coalesce(sum(${added}), 0)::bigint as ${sql.ref(id)}`,
  );
  const columns = [
    sql`coalesce(sum(${rows}), 0)::bigint as rows`,
    sql`coalesce(sum(${late}), 0)::bigint as late`,
    ...added,
  ];
  const total = await oneRow(tx, sql<Record<string, number>>`select ${sql.join(columns)} from ${facts}`);
  return {
    rows: total.rows ?? 0,
    late: total.late ?? 0,
    sums: Object.fromEntries(Object.keys(sums).map((id) => [id, total[id] ?? 0])),
  };
}

function live(report: ListReport, asked: ResolvedQuery): Summed {
  const any = sql.join(eitherOf(report, asked), sql` or `);
  return {
    facts: sql`${report.records} where ${within(report, asked)} and (${any})`,
    rows: sql`1`,
    late: sql`${isLate(report)}::int`,
    sums: report.sums,
  };
}
