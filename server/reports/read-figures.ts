import type { Figures } from '../../contract/operations/desk/reports/read-figures.schema.ts';
import { countPendingApprovals } from '../approvals/count-pending.ts';
import { openShortages } from '../cash/differences.ts';
import { countOpenPayments } from '../deliveries/payments/count-open.ts';
import { readHoldings } from '../desk/read-holdings.ts';
import { countUndecided } from '../differences/open-differences.ts';
import { readRoute } from '../operations/route.ts';
import { countDeskViews, countOpenOrders } from '../orders/lists/desk-orders.ts';
import type { Staff } from '../platform/actor.ts';
import { beginOfDay } from '../platform/database/business-day.ts';
import type { Tx } from '../platform/database/database.ts';
import { oneRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { readTotals } from './read-report.ts';

/** Reads the shop's figures. Each uses the query of the view that it opens, so that the two agree. */
export async function readFigures(tx: Tx, actor: Staff, now: Date): Promise<Figures> {
  const { shop_id } = actor;
  const { today, since } = await todayOf(tx, now);
  const holdings = await readHoldings(tx, actor, now);
  const views = await countDeskViews(tx, { shop_id, now });
  const totalsToday = (report: 'deliveries' | 'deposits') =>
    readTotals(tx, shop_id, { report, from: today, to: today, way: 'down' });
  const delivered = await totalsToday('deliveries');
  const banked = await totalsToday('deposits');
  return {
    today,
    since: since.toISOString(),
    orders: { views: views.counts, open: await countOpenOrders(tx, shop_id) },
    held_fils: holdings.held_fils,
    on_the_road: holdings.on_the_road,
    collected_today_fils: delivered.sums.cash_fils ?? 0,
    banked_today_fils: banked.sums.amount_fils ?? 0,
    unexplained_fils: holdings.unexplained_fils,
    unexplained: holdings.unexplained.length,
    approvals: await countPendingApprovals(tx, shop_id, now),
    undecided: await countUndecided(tx, shop_id),
    short_fils: await openShortages(tx, shop_id),
    over_ceiling: holdings.over_ceiling.length,
    open_payments: await countOpenPayments(tx, shop_id),
  };
}

export const readFiguresRoute = readRoute('read_figures', ({ tx, actor, services }) =>
  readFigures(tx, actor, services.now()),
);

/** Returns the current business day of the actor's shop, and when it began. */
function todayOf(tx: Tx, now: Date): Promise<{ today: string; since: Date }> {
  const today = sql<{ today: string; since: Date }>`
    select (${now}::timestamptz at time zone time_zone)::date::text as today,
      ${beginOfDay(sql`date_trunc('day', ${now}::timestamptz at time zone time_zone)`, sql`time_zone`)} as since
    from shops where id = actor.shop_id()`;
  return oneRow(tx, today);
}
