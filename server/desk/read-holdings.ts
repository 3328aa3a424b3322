import type { Holdings } from '../../contract/operations/desk/cash/read-desk-holdings.schema.ts';
import { cashExpected } from '../../contract/rules/orders/to-collect.ts';
import {
  type HolderRow,
  holdersWithSettlementDifference,
} from '../cash/holders-with-settlement-difference.ts';
import { driversOverCeiling } from '../cash/limits/ceilings.ts';
import { movedToday } from '../cash/moved-today.ts';
import { unsettledDevices } from '../devices/list-devices.ts';
import { unsentOfStaff } from '../devices/unsent-cash.ts';
import { disabledStaff } from '../handovers/handover-queries.ts';
import { latestDayEnds } from '../handovers/latest-day-ends.ts';
import { readRoute } from '../operations/route.ts';
import { paymentsOnTheRoad } from '../orders/stops/payments-on-the-road.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { readShop } from '../platform/database/shop-facts.ts';
import { sql } from '../platform/database/sql.ts';
import { unexplainedOf } from './unexplained.ts';

/** Reads who holds the shop's cash and how much is unexplained. Scans only the last days of the book. */
export async function readHoldings(tx: Tx, { shop_id }: Staff, now: Date): Promise<Holdings> {
  const { time_zone } = await readShop(tx);
  const rows = await holdersWithSettlementDifference(tx, shop_id, latestDayEnds(shop_id, now));
  const unsent = await unsentOfStaff(tx, shop_id);
  const disabled = await disabledStaff(tx);
  const out = await toCollect(tx, shop_id);
  const { collected_fils, banked_fils } = await movedToday(tx, { shop_id, time_zone }, now);
  const items = unexplainedOf(rows, await unsettledDevices(tx, shop_id, now));
  const others = await withoutBalance(tx, shop_id, [...unsent.keys()], rows);
  const people = [...rows, ...others].map((row) => ({ ...row, unsent: unsent.get(row.user_id) ?? null }));
  return {
    people: people
      .filter((row) => row.cash_on_hand_fils !== 0 || row.waiting_fils !== 0 || row.unsent !== null)
      .map(({ settled_at: _, settled_by: __, rest_fils: ___, last_updated, ...row }) => ({
        ...row,
        disabled: disabled.has(row.user_id),
        last_updated: last_updated?.toISOString() ?? null,
      })),
    held_fils: summed(rows),
    on_the_road: { held_fils: summed(rows.filter(({ role }) => role === 'Driver')), ...out },
    collected_today_fils: collected_fils,
    banked_today_fils: banked_fils,
    over_ceiling: await driversOverCeiling(tx, shop_id),
    unexplained_fils: items.reduce((sum, { amount_fils }) => sum + (amount_fils ?? 0), 0),
    unexplained: items,
  };
}

export const readDeskHoldingsRoute = readRoute('read_desk_holdings', ({ tx, actor, services }) =>
  readHoldings(tx, actor, services.now()),
);

function summed(rows: readonly HolderRow[]): number {
  return rows.reduce((sum, row) => sum + row.cash_on_hand_fils + row.waiting_fils, 0);
}

/** Sums the cash expected from orders on the road, unless customers pay otherwise on delivery. */
async function toCollect(tx: Tx, shop_id: number) {
  const expected = (await paymentsOnTheRoad(tx, shop_id))
    .map((order) => cashExpected(order, 0))
    .filter((fils) => fils > 0);
  return {
    to_collect_orders: expected.length,
    to_collect_fils: expected.reduce((sum, fils) => sum + fils, 0),
  };
}

/** Returns users with unsent records and no balance yet. */
async function withoutBalance(
  tx: Tx,
  shop_id: number,
  user_ids: readonly string[],
  listed: readonly HolderRow[],
): Promise<HolderRow[]> {
  const others = user_ids.filter((id) => listed.every(({ user_id }) => user_id !== id));
  if (others.length === 0) return [];
  const { rows: people } = await sql<Pick<HolderRow, 'user_id' | 'full_name' | 'role' | 'driver_id'>>`
    select p.id as user_id, p.full_name, p.role, d.id as driver_id
    from profiles p left join drivers d on d.user_id = p.id and d.shop_id = ${shop_id}
    where p.id = any(${others}::uuid[]) order by p.full_name`.execute(tx);
  const nothing = {
    cash_on_hand_fils: 0,
    waiting_fils: 0,
    last_updated: null,
    settled_at: null,
    settled_by: null,
    rest_fils: 0,
  };
  return people.map((person) => ({ ...person, ...nothing }));
}
