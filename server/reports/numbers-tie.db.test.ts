import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReportRow, ReportTotals } from '../../contract/operations/desk/reports/read-report.schema.ts';
import type { DeliveryHours } from '../../contract/operations/screens/read-delivery-hours.schema.ts';
import type { HeldOverTime } from '../../contract/operations/screens/read-held-over-time.schema.ts';
import { daysLater } from '../../contract/rules/reports/report-period.ts';
import { REPORT_NAMES, type ReportName } from '../../contract/rules/reports/reports.ts';
import type { ChartQuery } from '../../contract/schemas/report-charts.ts';
import type { ReportQuery } from '../../contract/schemas/reports.ts';
import {
  areaOf,
  eventSequences,
  type RecordedEvent,
  type RecordedTimes,
  record,
  removeConstraints,
} from '../../tests/support/random-book.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import { readDeliveryHours } from './charts/delivery-hours.ts';
import { readHeldOverTime } from './charts/held-over-time.ts';
import { readDriverDay } from './driver-day/read-driver-day.ts';
import { readReport } from './read-report.ts';
import { sumUntil } from './sums/sum-up.ts';
import { sums } from './sums/verify-sums.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
  await removeConstraints(app);
});
afterAll(() => app.drop());

type Whole = { rows: ReportRow[]; totals: ReportTotals };
type Period = { from: string; to: string };

/** Reads a whole report in pages of a few rows. */
async function whole(
  shop: TestShop,
  report: ReportName,
  period: Period,
  more: Partial<ReportQuery> = {},
): Promise<Whole> {
  return inTransaction(app.owner, async (tx) => {
    const query: ReportQuery = { report, ...period, way: 'down', ...more };
    const first = await readReport(tx, shop.shop_id, query, 17);
    const rows = [...first.rows];
    for (let { next } = first; next !== null; ) {
      const page = await readReport(tx, shop.shop_id, { ...query, after: next }, 17);
      rows.push(...page.rows);
      next = page.next;
    }
    if (!first.totals) throw new Error('the first page has the totals');
    return { rows, totals: first.totals };
  });
}

async function everything(shop: TestShop, period: Period): Promise<Record<ReportName, Whole>> {
  const found: [string, Whole][] = [];
  for (const name of REPORT_NAMES) found.push([name, await whole(shop, name, period)]);
  return Object.fromEntries(found) as Record<ReportName, Whole>;
}

const added = (rows: readonly { [id: string]: unknown }[], id: string) =>
  rows.reduce((sum, row) => sum + Number(row[id] ?? 0), 0);

/** Checks that pages add up to totals, and that different reports agree. */
function expectTies(reports: Record<ReportName, Whole>): void {
  for (const [name, { rows, totals }] of Object.entries(reports)) {
    expect(totals.rows, name).toBe(rows.length);
    expect(new Set(rows.map(({ id }) => id)).size, name).toBe(rows.length);
    for (const [id, sum] of Object.entries(totals.sums)) expect(added(rows, id), `${name} ${id}`).toBe(sum);
    if ('late' in (rows[0] ?? {})) expect(added(rows, 'late'), name).toBe(totals.late);
  }
  const sumsOf = (name: ReportName) => reports[name].totals.sums;
  const { rows: days, totals } = reports.book;
  const book = totals.sums;
  expect(sumsOf('deposits').amount_fils).toBe(book.banked_fils);
  expect(sumsOf('floats')).toEqual({ issued_fils: book.issued_fils, returned_fils: book.returned_fils });
  expect(sumsOf('handovers').difference_fils).toBe(book.difference_fils);
  expect(sumsOf('drivers')).toEqual(sumsOf('days'));
  const { deliveries: _, late_deliveries: __, ...taken } = sumsOf('days');
  expect(sumsOf('deliveries')).toEqual(taken);
  expect(sumsOf('expenses').amount_fils).toBe(book.spent_fils);
  const delivered_rows = reports.deliveries.rows.filter(({ outcome }) => outcome === 'delivered');
  expect(delivered_rows.length).toBe(sumsOf('days').deliveries);
  const { attempts = 0, delivered, delivered_first } = sumsOf('attempt_drivers');
  expect(sumsOf('attempt_reasons')).toEqual({ attempts });
  for (const name of ['attempt_areas', 'attempt_hours'] as const)
    expect(sumsOf(name), name).toEqual({ attempts, delivered, delivered_first });
  expect(delivered).toBe(sumsOf('days').deliveries);
  const counted = reports.attempts.rows.filter(({ undone }) => undone === false);
  expect(counted.length).toBe(attempts);
  for (const name of ['attempt_reasons', 'attempt_drivers', 'attempt_areas', 'attempt_hours'] as const)
    expect(reports[name].totals.late, name).toBe(added(counted, 'late'));
  expect(reports.days.totals.late).toBe(reports.deliveries.totals.late);
  expect(reports.book.totals.late).toBe(reports.movements.totals.late);
  const holders = sumsOf('holders');
  if (days.length > 0) {
    expect(days.at(-1)?.opening_fils).toBe(holders.opening_fils);
    expect(days[0]?.closing_fils).toBe(holders.closing_fils);
  }
  for (const [at, day] of days.entries())
    if (at > 0) expect(days[at - 1]?.opening_fils).toBe(day.closing_fils);
}

/** Checks that both drivers' statements of a day match the reports. */
async function driverDays(shop: TestShop, day: string) {
  const found = [];
  for (const { user_id } of [shop.driver, shop.driver2]) {
    const read = await inTransaction(app.owner, (tx) => readDriverDay(tx, shop.shop_id, { user_id, day }));
    const period = { from: day, to: day };
    const of = (report: ReportName, more = {}) => whole(shop, report, period, { user_id, ...more });
    const { opening_fils = 0, closing_fils = 0 } = (await of('holders')).totals.sums;
    expect(read).toMatchObject({ opening_fils, closing_fils });
    const of_orders = [read.paid_later, read.corrected, read.spent, read.other];
    const parts = [read.given, read.taken, read.handed_in, read.collected, ...of_orders];
    expect(added(parts, 'amount_fils'), day).toBe(closing_fils - opening_fils);
    expect(added(parts, 'count'), day).toBe((await of('movements')).totals.rows);
    expect(added(read.others, 'amount_fils')).toBe(added(of_orders, 'amount_fils'));
    const { cash, card_machine, all } = read.delivered;
    expect(cash).toEqual(read.taken);
    expect(added(read.deliveries, 'collected_fils')).toBe(all.amount_fils);
    expect(cash.amount_fils + card_machine.amount_fils).toBe(all.amount_fils);
    const ended = await of('handovers', { handover_type: 'end' });
    expect(read.difference_fils ?? 0).toBe(ended.totals.sums.difference_fils);
    expect(0 - read.handed_in.amount_fils).toBe(ended.totals.sums.amount_fils);
    const at_doors = (await of('deliveries')).rows.filter(({ outcome }) => outcome === 'delivered');
    const deliveredThen = (id: 'count' | 'amount_fils') =>
      added([all, read.recorded_later], id) - read.from_before[id];
    expect(deliveredThen('count'), day).toBe(at_doors.length);
    expect(deliveredThen('amount_fils'), day).toBe(added(at_doors, 'collected_fils'));
    found.push(read);
  }
  return found;
}

/** Compares the days of the book and of the deliveries with values computed from the records. */
function expectDays(
  reports: Record<ReportName, Whole>,
  { from, to }: Period,
  happened: readonly RecordedEvent[],
  times: readonly (RecordedTimes | null)[],
  timeZone: string,
): void {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone });
  type Counts = (one: RecordedEvent, times: RecordedTimes | null | undefined) => number;
  const expected = (of: (kind: RecordedEvent['kind']) => 'happened_at' | 'recorded_at', counts: Counts) => {
    const by_day = new Map<string, number>();
    for (const [at, one] of happened.entries()) {
      const time = times[at]?.[of(one.kind)];
      const day = time ? format.format(time) : '';
      const fils = counts(one, times[at]);
      if (day >= from && day <= to) by_day.set(day, (by_day.get(day) ?? 0) + fils);
    }
    return Object.fromEntries([...by_day].filter(([, fils]) => fils !== 0));
  };
  const found = (name: ReportName, id: string) =>
    Object.fromEntries(reports[name].rows.filter((row) => row[id] !== 0).map((row) => [row.day, row[id]]));
  const cash: Counts = (_, recorded) => recorded?.customers_fils ?? 0;
  // Corrections count on the day on which they are recorded.
  const atDoor = (kind: RecordedEvent['kind']) => (kind === 'correction' ? 'recorded_at' : 'happened_at');
  expect(found('book', 'collected_fils')).toEqual(expected(() => 'recorded_at', cash));
  expect(found('days', 'cash_fils')).toEqual(expected(atDoor, cash));
  expect(found('days', 'deliveries')).toEqual(expected(atDoor, ({ kind }) => (kind === 'delivery' ? 1 : 0)));
}

type AttemptTable = 'attempt_drivers' | 'attempt_areas' | 'attempt_hours';

/** A period that is read by another plan than a few days. */
const YEAR: Period = { from: '2026-01-01', to: '2026-12-31' };

async function attemptsOfYear(shop: TestShop): Promise<Record<AttemptTable, Whole>> {
  return {
    attempt_drivers: await whole(shop, 'attempt_drivers', YEAR),
    attempt_areas: await whole(shop, 'attempt_areas', YEAR),
    attempt_hours: await whole(shop, 'attempt_hours', YEAR),
  };
}

/** Compares attempts and first attempts by driver, area and hour with values computed from the records. */
function expectAttempts(
  reports: Record<AttemptTable, Whole>,
  { from, to }: Period,
  shop: TestShop,
  happened: readonly RecordedEvent[],
  times: readonly (RecordedTimes | null)[],
): void {
  const { time_zone: timeZone } = shop;
  const format = new Intl.DateTimeFormat('en-CA', { timeZone });
  const hours = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit' });
  const timeOf = (at: number) => times[at]?.happened_at ?? new Date(Number.NaN);
  let last: number | null = null;
  const of_delivery = happened.map(({ kind }, at) => {
    if (kind === 'delivery') last = at;
    return last;
  });
  const keysOf = {
    attempt_drivers: ({ second }: RecordedEvent) => (second ? shop.driver2 : shop.driver).user_id,
    attempt_areas: (_: RecordedEvent, at: number) => {
      const delivery = happened[of_delivery[at] ?? -1];
      return delivery ? areaOf(delivery) : null;
    },
    attempt_hours: (_: RecordedEvent, at: number) => hours.format(timeOf(at)),
  };
  for (const [name, keyOf] of Object.entries(keysOf) as [
    keyof typeof keysOf,
    typeof keysOf.attempt_areas,
  ][]) {
    const expected = new Map<
      string | null,
      { attempts: number; delivered: number; delivered_first: number }
    >();
    for (const [at, one] of happened.entries()) {
      if (!times[at]) continue;
      const day = format.format(timeOf(at));
      if (day < from || day > to) continue;
      const key = keyOf(one, at);
      const row = expected.get(key) ?? { attempts: 0, delivered: 0, delivered_first: 0 };
      const is_later = happened.some(
        ({ kind, undone }, other) =>
          kind === 'attempt' && !undone && of_delivery[other] === at && timeOf(other) < timeOf(at),
      );
      if (one.kind === 'attempt' && !one.undone) row.attempts += 1;
      else if (one.kind !== 'delivery') continue;
      else {
        row.delivered += 1;
        row.delivered_first += is_later ? 0 : 1;
      }
      expected.set(key, row);
    }
    const id = { attempt_drivers: 'user_id', attempt_areas: 'area', attempt_hours: 'id' }[name];
    const found = reports[name].rows.map(({ attempts, delivered, delivered_first, ...row }) => [
      row[id],
      { attempts, delivered, delivered_first },
    ]);
    expect(new Map(found as [string, object][]), name).toEqual(expected);
  }
}

/** Checks that the reports of all time add up to what is open on each order. */
async function expectBalances(
  { shop_id }: TestShop,
  { deliveries, order_changes }: Record<'deliveries' | 'order_changes', Whole>,
): Promise<void> {
  type Open = { owed_fils: number; unmatched_fils: number; refund_fils: number };
  const { rows } = await app.database.owner.query<Open & { order_id: string }>(
    `select o.id as order_id, b.owed_fils::int8, b.unmatched_fils::int8, b.refund_fils::int8
     from orders o cross join lateral balance_of_order(o.shop_id, o.id) b where o.shop_id = $1`,
    [shop_id],
  );
  const changes = new Map(rows.map(({ order_id }) => [order_id, { owed: 0, pending: 0, refund: 0 }]));
  const first = deliveries.rows.filter(({ outcome }) => outcome === 'delivered');
  for (const row of [...first, ...order_changes.rows]) {
    const of = changes.get(String(row.order_id));
    if (!of) throw new Error('a report names an order that does not exist');
    of.owed += Number(row.owed_fils);
    of.refund += Number(row.refund_fils);
    of.pending +=
      row.pending_fils === undefined
        ? Number(row.link_fils) + Number(row.transfer_fils)
        : Number(row.pending_fils);
  }
  for (const { order_id, ...open } of rows) {
    const { owed, pending, refund } = changes.get(order_id) ?? { owed: 0, pending: 0, refund: 0 };
    expect(open, order_id).toEqual({
      owed_fils: Math.max(0, owed),
      unmatched_fils: pending,
      refund_fils: Math.max(0, refund + Math.max(0, 0 - owed)),
    });
  }
}

type Charts = { hours: DeliveryHours; held: HeldOverTime; narrowed: DeliveryHours[] };

function charts(shop: TestShop, period: Period): Promise<Charts> {
  return inTransaction(app.owner, async (tx) => {
    const hoursOf = (more: Partial<ChartQuery> = {}) =>
      readDeliveryHours(tx, shop.shop_id, { ...period, ...more });
    return {
      hours: await hoursOf(),
      held: await readHeldOverTime(tx, shop.shop_id, period, new Date('2027-01-01T00:00:00Z')),
      narrowed: [
        await hoursOf({ user_id: shop.driver.user_id }),
        await hoursOf({ user_id: shop.driver2.user_id }),
        await hoursOf({ user_id: shop.manager.user_id }),
        await hoursOf({ tender: 'cash' }),
        await hoursOf({ tender: 'card_machine' }),
        await hoursOf({ late: 'yes' }),
      ],
    };
  });
}

/** Checks that charts match the reports: deliveries by hour, and the cash of holders at the end of a day. */
function expectCharts(
  { hours, held, narrowed }: Charts,
  { both, early }: { both: Record<ReportName, Whole>; early: Record<ReportName, Whole> },
  early_to: string,
  timeZone: string,
): void {
  const shown = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' });
  const expected = Array.from({ length: 24 }, () => ({ deliveries: 0, collected_fils: 0 }));
  for (const { delivered_at, collected_fils, outcome } of both.deliveries.rows) {
    const hour = expected[Number(shown.format(new Date(`${delivered_at}`)))];
    if (!hour) throw new Error('a day has 24 hours');
    hour.deliveries += outcome === 'delivered' ? 1 : 0;
    hour.collected_fils += Number(collected_fils);
  }
  expect(hours.hours).toMatchObject(expected);
  const { totals } = both.days;
  for (const id of Object.keys(hours.hours[0] ?? {}).filter((key) => key !== 'hour'))
    expect(added(hours.hours, id), id).toBe(totals.sums[id]);
  const parts = narrowed.slice(0, 3);
  for (const [at, hour] of hours.hours.entries()) {
    for (const id of ['deliveries', 'collected_fils', 'late_deliveries'] as const) {
      const sum = parts.reduce((all, part) => all + (part.hours[at]?.[id] ?? 0), 0);
      expect(sum, `${at} ${id}`).toBe(hour[id]);
    }
  }
  for (const [at, hour] of hours.hours.entries()) {
    expect(narrowed[3]?.hours[at]?.cash_fils, `${at}`).toBe(hour.cash_fils);
    expect(narrowed[4]?.hours[at]?.card_machine_fils, `${at}`).toBe(hour.card_machine_fils);
  }
  expect(added(narrowed[5]?.hours ?? [], 'late_deliveries')).toBe(totals.sums.late_deliveries);
  const closingOf = ({ holders }: Record<ReportName, Whole>) =>
    Object.fromEntries(
      holders.rows.filter((row) => row.closing_fils !== 0).map((row) => [row.id, row.closing_fils]),
    );
  for (const [day, reports] of [
    [early_to, early],
    [held.days.at(-1), both],
  ] as const) {
    const at = held.days.indexOf(day ?? '');
    const drawn = held.holders.map((one) => [one.user_id, one.closing_fils[at]]);
    expect(Object.fromEntries(drawn.filter(([, fils]) => fils !== 0)), day).toEqual(closingOf(reports));
  }
}

/** Zones with a clock change near these days, or with days that begin at a quarter past an hour of UTC. */
const PLACES = [
  { zone: 'Europe/Berlin', since: '2026-10-24' },
  { zone: 'Europe/Berlin', since: '2026-03-28' },
  { zone: 'America/Havana', since: '2026-10-31' },
  { zone: 'Asia/Kathmandu', since: '2026-02-10' },
  { zone: 'Pacific/Auckland', since: '2026-04-03' },
];
const DAYS = 5;

const story = fc.record({
  place: fc.constantFrom(...PLACES),
  happened: eventSequences(DAYS),
  first: fc.nat({ max: DAYS - 1 }),
  second: fc.nat({ max: DAYS }),
  summed_until_minutes: fc.nat({ max: DAYS * 24 * 60 }),
});

async function expectAllTie(runs: number): Promise<void> {
  const { signal } = new AbortController();
  await fc.assert(
    fc.asyncProperty(story, async ({ place, happened, first, second, summed_until_minutes }) => {
      const shop = await createTestShop(app.owner, 'Test Shop', place.zone);
      const since = new Date(`${place.since}T00:00:00Z`);
      const times = await record(app, shop, since, happened);
      const early: Period = { from: place.since, to: daysLater(place.since, first) };
      const later: Period = { from: daysLater(early.to, 1), to: daysLater(early.to, 1 + second) };
      const both: Period = { from: early.from, to: later.to };
      const all = async () => ({
        early: await everything(shop, early),
        later: await everything(shop, later),
        both: await everything(shop, both),
        year: await attemptsOfYear(shop),
        all_time: {
          deliveries: await whole(shop, 'deliveries', YEAR),
          order_changes: await whole(shop, 'order_changes', YEAR),
        },
        charts: await charts(shop, both),
        driver_days: [...(await driverDays(shop, early.from)), ...(await driverDays(shop, later.from))],
        narrowed: [
          await whole(shop, 'movements', both, { user_id: shop.admin.user_id, way: 'up' }),
          await whole(shop, 'movements', both, { reason: 'delivery', late: 'yes' }),
          await whole(shop, 'movements', both, { beyond: 'safe' }),
          await whole(shop, 'deliveries', both, { tender: 'none' }),
          await whole(shop, 'deliveries', both, { tender: 'cash' }),
          await whole(shop, 'deliveries', both, { tender: 'card_machine' }),
          await whole(shop, 'deliveries', both, { tender: 'payment_link' }),
          await whole(shop, 'deliveries', both, { tender: 'bank_transfer' }),
          await whole(shop, 'deliveries', both, { user_id: shop.manager.user_id }),
          await whole(shop, 'deliveries', both, { user_id: shop.driver2.user_id, tender: 'card_machine' }),
          await whole(shop, 'order_changes', both, { user_id: shop.manager.user_id, change: 'correction' }),
          await whole(shop, 'expenses', both, { user_id: shop.admin.user_id }),
          await whole(shop, 'deliveries', both, { user_id: shop.driver.user_id }),
          await whole(shop, 'floats', both, { user_id: shop.manager.user_id }),
          await whole(shop, 'attempts', both, { user_id: shop.driver.user_id, undone: 'no' }),
          await whole(shop, 'attempt_areas', both, { user_id: shop.driver.user_id }),
          await whole(shop, 'attempt_hours', both, { user_id: shop.driver.user_id }),
          await whole(shop, 'days', both, { user_id: shop.driver.user_id }),
        ],
      });
      const unsummed = await all();
      for (const reports of [unsummed.early, unsummed.later, unsummed.both]) expectTies(reports);
      for (const { rows, totals } of unsummed.narrowed) {
        expect(totals.rows).toBe(rows.length);
        for (const [id, sum] of Object.entries(totals.sums)) expect(added(rows, id)).toBe(sum);
      }
      const opening = new Map(unsummed.later.holders.rows.map(({ id, opening_fils }) => [id, opening_fils]));
      for (const { id, closing_fils } of unsummed.early.holders.rows)
        expect(opening.get(id) ?? 0).toBe(closing_fils);
      for (const id of Object.keys(unsummed.both.book.totals.sums)) {
        const parts = [unsummed.early, unsummed.later].map(({ book }) => book.totals.sums[id] ?? 0);
        expect((parts[0] ?? 0) + (parts[1] ?? 0), id).toBe(unsummed.both.book.totals.sums[id]);
      }
      const [by_cash, by_card] = unsummed.narrowed
        .filter(({ totals }) => totals.sums.cash_fils !== undefined)
        .slice(1);
      expect(by_cash?.totals.sums.cash_fils).toBe(unsummed.both.days.totals.sums.cash_fils);
      expect(by_card?.totals.sums.card_machine_fils).toBe(unsummed.both.days.totals.sums.card_machine_fils);
      await expectBalances(shop, unsummed.all_time);
      expectCharts(unsummed.charts, unsummed, early.to, place.zone);
      expectDays(unsummed.both, both, happened, times, place.zone);
      expectAttempts(unsummed.both, both, shop, happened, times);
      expectAttempts(unsummed.later, later, shop, happened, times);
      expectAttempts(unsummed.year, YEAR, shop, happened, times);

      const partly = new Date(since.getTime() + summed_until_minutes * 60_000).toISOString();
      for (const until of [partly, '2026-12-31T00:00:00Z']) {
        await sumUntil(app.owner, signal, until);
        expect(await all()).toEqual(unsummed);
        for (const check of sums) expect((await check.execute(app.owner)).rows).toEqual([]);
      }
    }),
    { numRuns: runs, endOnFailure: true },
  );
}

const NAME = 'all figures of a period match, before and after anything is summed';
test(NAME, () => expectAllTie(1));
test(`${NAME}: more stories`, { tags: ['servers'] }, () => expectAllTie(6));
