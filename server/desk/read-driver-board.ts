import type {
  BoardDriver,
  DriverBoard,
} from '../../contract/operations/desk/drivers/read-driver-board.schema.ts';
import { ENDPOINTS } from '../../contract/operations/endpoints.ts';
import { cashExpected } from '../../contract/rules/orders/to-collect.ts';
import { mayAccess } from '../../contract/rules/roles.ts';
import type { OwnCash } from '../cash/balances.ts';
import { cashOfStaff } from '../cash/list-balances.ts';
import { driversLastSeen } from '../devices/last-seen.ts';
import { unsentOfStaff } from '../devices/unsent-cash.ts';
import { listCardMachines } from '../handovers/card-machines.ts';
import { readRoute } from '../operations/route.ts';
import { stopsOfShop } from '../orders/stops/stops-of-shop.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';
import { inSavepoint } from '../platform/database/transactions.ts';
import { driversAndRoles } from '../staff/drivers.ts';

/** Reads the shop's drivers with their stops, cash and devices, in a constant number of queries. */
export async function readDriverBoard(tx: Tx, { shop_id }: Staff, now: Date): Promise<DriverBoard> {
  const [drivers, arrangements, stops, machines, unsent, seen] = await Promise.all([
    driversAndRoles(tx, shop_id),
    arrangementsOf(tx, shop_id),
    stopsOfShop(tx, shop_id, now),
    listCardMachines(tx, shop_id),
    unsentOfStaff(tx, shop_id),
    driversLastSeen(tx, shop_id),
  ]);
  // Read separately: if balances cannot be read, everything else is shown.
  const held = await inSavepoint(
    tx,
    () => cashOfStaff(tx, shop_id),
    () => null,
  );
  const rows = drivers.map(({ user_id, role, works_here, ...driver }): BoardDriver => {
    const { driver_id } = driver;
    const own_stops = stops.get(driver_id) ?? [];
    return {
      ...driver,
      may_deliver: works_here && mayAccess(ENDPOINTS.confirm_delivery.access, role),
      last_seen_at: seen.get(driver_id)?.toISOString() ?? null,
      cash_on_hand_fils: held && heldBy(held.get(user_id)),
      cash_on_the_way_fils: own_stops.reduce((sum, stop) => sum + cashExpected(stop, 0), 0),
      card_machines: machines.flatMap((one) => (one.holder_driver_id === driver_id ? [one.number] : [])),
      unsent: unsent.get(user_id) ?? null,
      arrangement_id: arrangements.get(driver_id) ?? null,
      stops: own_stops,
    };
  });
  return { drivers: rows.filter(belongsOnBoard) };
}

export const readDriverBoardRoute = readRoute('read_driver_board', ({ tx, actor, services }) =>
  readDriverBoard(tx, actor, services.now()),
);

/** Includes cash waiting to be posted, as in every view of cash. */
function heldBy(cash: OwnCash | undefined): number {
  return cash ? cash.cash_on_hand_fils + cash.waiting_fils : 0;
}

/** Keeps users without permission to deliver as long as they have cash or property of the shop. */
function belongsOnBoard({
  may_deliver,
  stops,
  cash_on_hand_fils,
  card_machines,
  unsent,
}: BoardDriver): boolean {
  return (
    may_deliver ||
    stops.length > 0 ||
    (cash_on_hand_fils ?? 0) !== 0 ||
    card_machines.length > 0 ||
    unsent !== null
  );
}

/** Returns the id of each driver's current arrangement of stops. */
async function arrangementsOf(tx: Tx, shop_id: number): Promise<Map<number, string | null>> {
  const { rows } = await sql<{ driver_id: number; arrangement_id: string | null }>`
    select driver_id, arrangement_id from driver_stops where shop_id = ${shop_id}`.execute(tx);
  return new Map(rows.map(({ driver_id, arrangement_id }) => [driver_id, arrangement_id]));
}
