import { auditRowNamesOfKind, auditRowNamesOfRecord } from '../../../contract/operations/audited.ts';
import type { AuditEvents } from '../../../contract/operations/desk/audit/list-audit-events.schema.ts';
import type {
  AuditEventDetail,
  AuditFacts,
} from '../../../contract/operations/desk/audit/read-audit-event.schema.ts';
import type { AuditKind, RecordKind } from '../../../contract/rules/audit/audit-kinds.ts';
import type { AuditAbout, AuditQuery, AuditRow } from '../../../contract/schemas/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import { Problem } from '../../platform/problem.ts';
import { noRow } from '../no-row.ts';
import { spanOf } from '../read-report.ts';
import { type AuditedRow, namesOfAudited, namesOfFacts } from './audit-names.ts';
import { type FoundSubjects, findAudited } from './find-audited.ts';

/** The audited shop, and the time zone in which its days are counted. */
export type AuditedShop = { shop_id: number; time_zone: string };

const AUDIT_PAGE = 100;
const SOURCES = { store: 'shopify', server: 'server', command_line: 'command line' } as const;

/** Reads one page of changes and views, the newest first. */
export async function listAuditEvents(tx: Tx, of: AuditedShop, query: AuditQuery): Promise<AuditEvents> {
  const { page, next, found } = await pageOf(tx, of, query, AUDIT_PAGE);
  const aboutOf = await namesOfAudited(tx, of.shop_id, page);
  return {
    time_zone: of.time_zone,
    events: page.map((row) => toEvent(row, aboutOf(row))),
    next,
    people: query.after === undefined ? await everybody(tx, of.shop_id) : null,
    found: found?.things ?? null,
  };
}

/** Reads up to `limit` events with all details, and the names of the ids among their facts. */
export async function listAuditDetails(tx: Tx, of: AuditedShop, query: AuditQuery, limit: number) {
  const { page, next } = await pageOf(tx, of, query, limit);
  const aboutOf = await namesOfAudited(tx, of.shop_id, page);
  const named = await namesOfFacts(
    tx,
    of.shop_id,
    page.flatMap(({ before, after }) => [before, after]),
  );
  return { events: page.map((row) => ({ ...toEvent(row, aboutOf(row)), ...detailsOf(row) })), named, next };
}

/** Counts the matching events, and returns the records that the query's `about` matched. */
export async function countAuditEvents(tx: Tx, of: AuditedShop, { after: _, ...query }: AuditQuery) {
  const found = await foundOf(tx, of, query);
  const rows = rowsOf(of.shop_id, await conditionsOf(tx, of, query), { ...query, found, limit: null });
  const counted = await sql<{ rows: number }>`select count(*) as rows from (${rows}) one`.execute(tx);
  return { rows: counted.rows[0]?.rows ?? 0, found: found?.things ?? null };
}

async function pageOf(tx: Tx, of: AuditedShop, query: AuditQuery, limit: number) {
  const found = await foundOf(tx, of, query);
  const conditions = await conditionsOf(tx, of, query);
  const asked = { kind: query.kind, by: query.by, found, limit: limit + 1 };
  const rows = await readPage(tx, rowsOf(of.shop_id, conditions, asked), limit + 1);
  const page = rows.slice(0, limit);
  return { page, next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null, found };
}

async function foundOf(
  tx: Tx,
  { shop_id }: AuditedShop,
  { about }: AuditQuery,
): Promise<FoundSubjects | null> {
  const words = about?.trim() ?? '';
  return words === '' ? null : findAudited(tx, shop_id, words);
}

/** Reads one event with the state before and after it. Throws `not_found`. */
export async function readAuditEvent(tx: Tx, shop_id: number, event_id: string): Promise<AuditEventDetail> {
  const one = sql`select ${SHOWN} from audit_events e where e.shop_id = ${shop_id} and e.id = ${event_id}::uuid`;
  const [row] = await readPage(tx, one, 1);
  if (!row) throw new Problem('not_found');
  const aboutOf = await namesOfAudited(tx, shop_id, [row]);
  const named = await namesOfFacts(tx, shop_id, [row.before, row.after]);
  return { ...toEvent(row, aboutOf(row)), ...detailsOf(row), named };
}

function detailsOf({ before, after, personal_fields, command_id }: Row) {
  return { before, after, personal_fields, command_id };
}

type Row = AuditedRow & {
  id: string;
  recorded_at: Date;
  source: string;
  user_id: string | null;
  full_name: string | null;
  operator: string | null;
  client_address: string | null;
  device: string | null;
  before: AuditFacts | null;
  after: AuditFacts | null;
  personal_fields: string[];
  command_id: string | null;
};

function toEvent(row: Row, about: AuditAbout | null): AuditRow {
  const { id, recorded_at, user_id, full_name, operator, source, what, client_address, device } = row;
  const systems = Object.entries(SOURCES) as [keyof typeof SOURCES, string][];
  const system = systems.find(([, name]) => name === source)?.[0] ?? 'server';
  return {
    id,
    recorded_at: recorded_at.toISOString(),
    by: { kind: user_id === null ? system : 'staff', user_id, name: full_name ?? operator },
    what,
    about,
    client_address,
    device,
  };
}

/** The displayed columns, read directly from the row found: a second lookup by id would search all months. */
const SHOWN = sql`e.id, e.recorded_at, e.source, e.user_id, e.operator, e.client_address, e.device, e.what, e.subject_id, e.before, e.after,
  e.personal_fields, e.command_id`;

/** Reads up to `limit` rows, the newest first. */
async function readPage(tx: Tx, rows: Sql<unknown>, limit: number): Promise<Row[]> {
  const many = sql`coalesce(e.before -> 'order_ids', e.after -> 'order_numbers')`;
  const found = await sql<Row>`
    with page as materialized (select * from (${rows}) one order by one.recorded_at desc, one.id desc limit ${limit})
    select e.*, p.full_name, e.after ->> 'user_id' as about_user_id, e.after ->> 'driver_id' as about_driver_id,
      case when e.subject_id is null and jsonb_typeof(${many}) = 'array' then jsonb_array_length(${many}) end as orders,
      case e.what when 'export_report' then e.after ->> 'report' end as report
    from page e left join profiles p on p.id = e.user_id
    order by e.recorded_at desc, e.id desc`.execute(tx);
  return found.rows;
}

/** Returns the conditions for the shop, the days, the user and the position of the page. */
async function conditionsOf(
  tx: Tx,
  { shop_id, time_zone }: AuditedShop,
  { from, to, by, account, after }: AuditQuery,
): Promise<Sql<unknown>> {
  const conditions = [sql`e.shop_id = ${shop_id}`];
  if (from !== undefined || to !== undefined) {
    const span = await spanOf(tx, { from: from ?? '1000-01-01', to: to ?? '9000-01-01' }, time_zone);
    conditions.push(sql`e.recorded_at >= ${span.starts_at}`, sql`e.recorded_at < ${span.ends_at}`);
  }
  if (by !== undefined && by in SOURCES) {
    conditions.push(sql`e.user_id is null`, sql`e.source = ${SOURCES[by as keyof typeof SOURCES]}`);
  } else if (by !== undefined) conditions.push(sql`e.user_id = ${by}::uuid`);
  if (account) conditions.push(sql`e.operator = ${account}`);
  if (after !== undefined) {
    const { recorded_at, id } = await placeOf(tx, shop_id, after);
    const place = sql`(${recorded_at}::timestamptz, ${id}::uuid)`;
    conditions.push(sql`e.recorded_at <= ${recorded_at}::timestamptz`, sql`(e.recorded_at, e.id) < ${place}`);
  }
  return sql.join(conditions, sql` and `);
}

/**
 * Returns the time as text, since the database stores microseconds and a Date only milliseconds. Throws
 * `invalid_input` for an event that does not exist.
 */
async function placeOf(tx: Tx, shop_id: number, id: string): Promise<{ recorded_at: string; id: string }> {
  const place = sql<{ recorded_at: string; id: string }>`
    select recorded_at::text as recorded_at, id from audit_events where shop_id = ${shop_id} and id = ${id}::uuid`;
  const found = await firstRow(tx, place);
  if (!found) throw noRow();
  return found;
}

type Narrowed = {
  kind?: AuditKind | undefined;
  by?: string | undefined;
  found: FoundSubjects | null;
  /** The number of newest rows taken from each index; null for all. */
  limit: number | null;
};

/** Selects the rows by the index with the fewest matches: subject, then kind, then user. */
function rowsOf(
  shop_id: number,
  conditions: Sql<unknown>,
  { kind, by, found, limit }: Narrowed,
): Sql<unknown> {
  const whats = kind && auditRowNamesOfKind(kind);
  const of_kind = whats ? sql` and e.what = any(${whats}::text[])` : sql``;
  const newest = limit === null ? sql`` : sql`order by e.recorded_at desc, e.id desc limit ${limit}`;
  if (found) return aboutThings(shop_id, found, sql`${conditions}${of_kind}`, newest);
  if (!whats || by !== undefined)
    return sql`select ${SHOWN} from audit_events e where ${conditions}${of_kind} ${newest}`;
  return sql`select one.* from unnest(${whats}::text[]) as w (what) cross join lateral (
    select ${SHOWN} from audit_events e where ${conditions} and e.what = w.what ${newest}) one`;
}

/** Selects rows by the keys of these records, and rows about many orders. */
function aboutThings(
  shop_id: number,
  { keys, orders, people }: FoundSubjects,
  conditions: Sql<unknown>,
  newest: Sql<unknown>,
): Sql<unknown> {
  const records = [...new Set(keys.map(({ record }) => record))];
  const of = (record: RecordKind) => keys.filter((key) => key.record === record).map(({ id }) => id);
  const by_key = records.map(
    (record) => sql`select one.* from unnest(${of(record)}::text[]) as s (id) cross join lateral (
      select ${SHOWN} from audit_events e
      where ${conditions} and e.subject_id = s.id and e.what = any(${auditRowNamesOfRecord(record)}::text[]) ${newest}) one`,
  );
  const with_many = orders.map(
    ({
      id,
      order_number,
    }) => sql`select one.* from audit_events_with_order(${shop_id}, ${id}::uuid, ${order_number}) many cross join lateral (
      select ${SHOWN} from audit_events e where e.id = many.id and e.recorded_at = many.recorded_at and ${conditions} limit 1) one`,
  );
  const all = [
    ...by_key,
    ...with_many,
    ...(people.length === 0
      ? []
      : [bookedOn(shop_id, people, conditions), ...accountsOf(shop_id, people, conditions, newest)]),
  ];
  return all.length === 0
    ? sql`select ${SHOWN} from audit_events e where false`
    : sql.join(all, sql` union all `);
}

/**
 * Selects operator bookings for these users. A booking has the time of its event, which limits the search to
 * one month.
 */
function bookedOn(shop_id: number, people: string[], conditions: Sql<unknown>): Sql<unknown> {
  const of = (table: string) => sql`select id, recorded_at from ${sql.ref(table)}
    where shop_id = ${shop_id} and user_id = any(${people}::uuid[])`;
  return sql`select one.* from (${of('cash_issues')} union all ${of('cash_adjustments')}) b cross join lateral (
    select ${SHOWN} from audit_events e
    where ${conditions} and e.subject_id = b.id::text and e.recorded_at = b.recorded_at and e.what in ('issue_cash', 'adjust_cash') limit 1) one`;
}

/** The tables of requests and settlements, and of differences, that change an account of a person. */
const ACCOUNT_RECORDS = [
  ['approvals', 'approval'],
  ['cash_settlements', 'settlement'],
  ['cash_differences', 'difference'],
] as const satisfies readonly [string, RecordKind][];

/** Selects rows about requests, settlements and differences that concern the accounts of these users. */
function accountsOf(
  shop_id: number,
  people: string[],
  conditions: Sql<unknown>,
  newest: Sql<unknown>,
): Sql<unknown>[] {
  return ACCOUNT_RECORDS.map(
    ([table, record]) => sql`select one.* from ${sql.ref(table)} r cross join lateral (
      select ${SHOWN} from audit_events e
      where ${conditions} and e.subject_id = r.id::text and e.what = any(${auditRowNamesOfRecord(record)}::text[]) ${newest}) one
    where r.shop_id = ${shop_id} and r.user_id = any(${people}::uuid[])`,
  );
}

async function everybody(tx: Tx, shop_id: number): Promise<{ user_id: string; full_name: string }[]> {
  const asked = sql<{ user_id: string; full_name: string }>`
    select p.id as user_id, p.full_name from shop_members m join profiles p on p.id = m.user_id
    where m.shop_id = ${shop_id} order by p.full_name, p.id`;
  return (await asked.execute(tx)).rows;
}
