import type {
  DaySums,
  OwnChange,
  OwnDay,
  OwnDelivery,
  OwnHandover,
  OwnHistory,
} from '../../../contract/operations/screens/read-own-history.schema.ts';
import { type DateText, dayOf } from '../../../contract/rules/dates/dates.ts';
import { daysLater, periodOf } from '../../../contract/rules/reports/report-period.ts';
import { readRoute } from '../../operations/route.ts';
import type { Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { oneRow } from '../../platform/database/rows.ts';
import { readShop } from '../../platform/database/shop-facts.ts';
import { sql } from '../../platform/database/sql.ts';
import { Problem } from '../../platform/problem.ts';
import { spanOf } from '../read-report.ts';
import { type OnDay, type OwnRecords, ownChanges, ownDeliveries, ownHandovers } from './own-records.ts';

/** The number of days before today that a user can view. */
const DAYS_BACK = 60;

/**
 * Reads one page of the actor's own deliveries and handovers of the last 60 days, before the day `before`.
 * The first page has today and yesterday; later pages have a week each, from Monday, so that their queries
 * stay the same tomorrow. Deliveries belong to the day of delivery. Throws `driver_not_found`.
 */
export async function readOwnHistory(
  tx: Tx,
  { shop_id, user_id, driver_id }: Staff,
  before: DateText | undefined,
  now: Date,
): Promise<OwnHistory> {
  if (driver_id === null) throw new Problem('driver_not_found');
  const { time_zone } = await readShop(tx);
  const own = { shop_id, user_id, driver_id, time_zone };
  const today = dayOf(now, time_zone);
  const first_day = daysLater(today, -DAYS_BACK);
  const until = earlier(before ?? daysLater(today, 1), daysLater(today, 1));
  const newest = await newestDay(tx, own, { from: first_day, before: until });
  if (newest === null) return { first_day, days: [], next_before: null };
  const from = later(first_day, pageFrom(newest, before === undefined ? today : null));
  const older = await newestDay(tx, own, { from: first_day, before: from });
  const span = await spanOf(tx, { from, to: daysLater(until, -1) }, time_zone);
  const deliveries = await ownDeliveries(tx, own, span);
  const handovers = await ownHandovers(tx, own, span);
  const changes = await ownChanges(tx, own, span);
  return { first_day, days: daysOf(deliveries, handovers, changes), next_before: older && from };
}

export const readOwnHistoryRoute = readRoute('read_own_history', ({ tx, actor, query, services }) =>
  readOwnHistory(tx, actor, query.before, services.now()),
);

const earlier = (one: DateText, other: DateText) => (one < other ? one : other);
const later = (one: DateText, other: DateText) => (one > other ? one : other);

/** Returns the first day of the page that ends with `newest`. `today`: given only for the newest page. */
function pageFrom(newest: DateText, today: DateText | null): DateText {
  const yesterday = today && daysLater(today, -1);
  return yesterday && newest >= yesterday ? yesterday : periodOf('this_week', newest).from;
}

/** Returns the last of these days with records; null if there is none. */
async function newestDay(
  tx: Tx,
  { shop_id, user_id, driver_id, time_zone }: OwnRecords,
  { from, before }: { from: DateText; before: DateText },
): Promise<DateText | null> {
  if (before <= from) return null;
  const { starts_at, ends_at } = await spanOf(tx, { from, to: daysLater(before, -1) }, time_zone);
  const finding = sql<{ day: DateText | null }>`
    select to_char(greatest(
      (select max(delivered_at) from delivery_confirmations
        where shop_id = ${shop_id} and driver_id = ${driver_id} and user_id = ${user_id}::uuid
          and delivered_at >= ${starts_at} and delivered_at < ${ends_at}),
      (select max(completed_at) from cash_handovers
        where shop_id = ${shop_id} and driver_id = ${driver_id} and handover_type <> 'collection'
          and completed_at >= ${starts_at} and completed_at < ${ends_at}),
      (select max(occurred_at) from cash_movements
        where shop_id = ${shop_id} and from_user_id = ${user_id}::uuid and reason = 'collection'
          and occurred_at >= ${starts_at} and occurred_at < ${ends_at}),
      (select max(occurred_at) from order_payments
        where shop_id = ${shop_id} and user_id = ${user_id}::uuid and occurred_at >= ${starts_at} and occurred_at < ${ends_at}),
      (select max(recorded_at) from delivery_corrections
        where shop_id = ${shop_id} and driver_id = ${driver_id} and user_id = ${user_id}::uuid
          and recorded_at >= ${starts_at} and recorded_at < ${ends_at}),
      (select max(recorded_at) from expenses
        where shop_id = ${shop_id} and user_id = ${user_id}::uuid and recorded_at >= ${starts_at} and recorded_at < ${ends_at})
      ) at time zone ${time_zone}, 'YYYY-MM-DD') as day`;
  return (await oneRow(tx, finding)).day;
}

/** Groups records by day, the newest first, with the sums of each day. */
function daysOf(
  deliveries: readonly OnDay<OwnDelivery>[],
  handovers: readonly OnDay<OwnHandover>[],
  changes: readonly OnDay<OwnChange>[],
): OwnDay[] {
  const days = new Set([...deliveries, ...handovers, ...changes].map(({ day }) => day));
  return [...days]
    .sort()
    .reverse()
    .map((day) => {
      const on = <Record>(records: readonly OnDay<Record>[]) =>
        records.flatMap((one) => (one.day === day ? [one.record] : []));
      const of_day = { deliveries: on(deliveries), handovers: on(handovers), changes: on(changes) };
      return { day, sums: sumsOf(of_day), ...of_day };
    });
}

function sumsOf({
  deliveries,
  changes = [],
  ...day
}: Pick<OwnDay, 'deliveries' | 'handovers' | 'changes'>): DaySums {
  const handovers = day.handovers.filter(({ voided }) => !voided);
  const differences = handovers.flatMap(({ difference_fils }) => difference_fils ?? []);
  const collected_fils = sum(deliveries.map(({ collected_fils }) => collected_fils));
  const cash_fils = sum(deliveries.map(({ cash_fils }) => cash_fils));
  const given = (to_driver: boolean) =>
    sum(
      handovers.flatMap(({ handover_type, amount_fils }) =>
        (handover_type === 'start') === to_driver ? [amount_fils] : [],
      ),
    );
  return {
    deliveries: deliveries.length,
    conflicts: deliveries.filter(({ conflict }) => conflict !== null).length,
    cash_fils,
    card_fils: collected_fils - cash_fils,
    changed_fils: sum(changes.map((one) => one.cash_fils)),
    received_fils: given(true),
    handed_over_fils: given(false),
    difference_fils: differences.length === 0 ? null : sum(differences),
  };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((all, one) => all + one, 0);
}
