import type { StopsArranged } from '../../../contract/operations/dashboard/deliveries/arrange-stops.schema.ts';
import { OPEN_STATUSES } from '../../../contract/rules/orders/order-life.ts';
import { inArrangedOrder } from '../../../contract/rules/orders/stops.ts';
import type { Operation } from '../../operations/operation.ts';
import { commandRoute } from '../../operations/route.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { addRow, addUnlessThere, changeRows, findRow, oneRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { occurredAt } from '../../platform/device-clock.ts';
import { isInStatus } from '../in-status.ts';
import { ownDriver } from '../lists/order-queries.ts';
import { usersOfDrivers } from '../order-events.ts';

export type Arrangement = {
  driver_id: number;
  /** Made by whoever arranges. */
  arrangement_id: string;
  /** What he saw when he did; null: nobody had arranged them yet. */
  from_arrangement: string | null;
  order_ids: readonly string[];
  arranged_at: Date;
};

/**
 * Puts a driver's stops into another order. What is not his, or not open, is left out; what is not named keeps its place behind. What the
 * driver himself arranges does not stand where the desk has arranged since whatever he made it from: it is kept, and the answer says so
 * (ruling G2). Of what he made one from the other the last one stands, in whichever order they arrive. Of two people at the desk who cross each
 * other, the second changes nothing and is told; the command line names stops without having seen any. Refuses nothing.
 */
export async function arrangeStops(
  tx: Tx,
  actor: Actor,
  arrangement: Arrangement,
  { changed, unchanged }: Operation,
): Promise<StopsArranged> {
  const { shop_id } = actor;
  const { driver_id, arrangement_id, from_arrangement, order_ids, arranged_at } = arrangement;
  const by_desk = actor.kind !== 'staff' || actor.driver_id !== driver_id;
  const stops = await lockStops(tx, { shop_id, driver_id });
  const [earlier, from, newest, open] = await Promise.all([
    findRow(tx, 'stop_arrangements', { shop_id, driver_id, id: arrangement_id }, ['stands']),
    findArrangement(tx, { shop_id, driver_id, id: from_arrangement }),
    newestMadeFrom(tx, { shop_id, driver_id, id: arrangement_id, order_ids }),
    openOrders(tx, { shop_id, driver_id }),
  ]);
  if (earlier) {
    unchanged();
    return answerOf(earlier.stands, stops.arrangement_id ?? arrangement_id);
  }
  const known = from?.known_desk ?? 0;
  const stands = actor.kind !== 'staff' || known >= stops.desk_arrangements;
  if (!stands && by_desk) {
    unchanged();
    return answerOf(false, stops.arrangement_id ?? arrangement_id);
  }
  const known_desk = by_desk ? stops.desk_arrangements + 1 : known;
  const made_by = {
    user_id: actor.kind === 'staff' ? actor.user_id : null,
    ...(actor.kind === 'operator' && { operator: actor.account }),
  };
  await addRow(tx, 'stop_arrangements', {
    shop_id,
    driver_id,
    id: arrangement_id,
    from_id: from_arrangement,
    by_desk,
    known_desk,
    order_ids: [...order_ids],
    stands,
    arranged_at,
    ...made_by,
  });
  if (stands) {
    const present = [...stops.order_ids, ...newest.order_ids].filter((id) => open.has(id));
    await changeRows(
      tx,
      'driver_stops',
      { shop_id, driver_id },
      {
        arrangement_id: newest.id,
        order_ids: inArrangedOrder([...new Set(present)], newest.order_ids),
        ...(by_desk && { desk_arrangements: known_desk }),
      },
    );
  }
  const standing_id = stands ? newest.id : (stops.arrangement_id ?? arrangement_id);
  const user_ids = await usersOfDrivers(tx, shop_id, [driver_id]);
  changed({
    what: 'arrange_stops',
    subject_id: arrangement_id,
    before: { arrangement_id: stops.arrangement_id },
    after: { driver_id, from_arrangement, arrangement_id: standing_id, stands },
    touched: [{ topic: 'orders', audience: 'desk', user_ids }],
  });
  return answerOf(stands, standing_id);
}

export const arrangeStopsRoute = commandRoute('arrange_stops', (tx, actor, input, command) => {
  const { driver_id } = ownDriver(actor);
  const arranged_at = occurredAt(input, new Date(0), command.now);
  return arrangeStops(tx, actor, { ...input, driver_id, arranged_at }, command);
});

function answerOf(stands: boolean, arrangement_id: string): StopsArranged {
  return { outcome: stands ? 'arranged' : 'desk_stands', arrangement_id };
}

export type OfDriver = { shop_id: number; driver_id: number };

/** The order that stands, locked against whoever arranges the same driver's stops. */
export async function lockStops(tx: Tx, { shop_id, driver_id }: OfDriver) {
  const locking = sql<{
    arrangement_id: string | null;
    order_ids: string[];
    desk_arrangements: number;
  }>`
    select arrangement_id, order_ids, desk_arrangements from driver_stops
    where shop_id = ${shop_id} and driver_id = ${driver_id} for no key update`;
  const [, stops] = await Promise.all([
    addUnlessThere(tx, 'driver_stops', { shop_id, driver_id }, ['shop_id', 'driver_id']),
    oneRow(tx, locking),
  ]);
  return stops;
}

export async function findArrangement(tx: Tx, { id, ...of }: OfDriver & { id: string | null }) {
  return id === null ? undefined : await findRow(tx, 'stop_arrangements', { ...of, id }, ['known_desk']);
}

type Named = { id: string; order_ids: readonly string[] };

/** What the driver made from this one and what came before it, since a server that failed let it pass; itself, mostly. */
async function newestMadeFrom(tx: Tx, { shop_id, driver_id, ...itself }: OfDriver & Named): Promise<Named> {
  let newest: Named = itself;
  const seen = new Set<string>();
  while (!seen.has(newest.id)) {
    seen.add(newest.id);
    const later = sql<Named>`select id, order_ids from stop_arrangements
      where shop_id = ${shop_id} and driver_id = ${driver_id} and from_id = ${newest.id}::uuid and not by_desk
      order by recorded_at desc limit 1`;
    newest = (await later.execute(tx)).rows[0] ?? newest;
  }
  return newest;
}

async function openOrders(tx: Tx, { shop_id, driver_id }: OfDriver): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from orders
    where shop_id = ${shop_id} and driver_id = ${driver_id} and ${isInStatus('status', OPEN_STATUSES)}`.execute(
    tx,
  );
  return new Set(rows.map(({ id }) => id));
}
