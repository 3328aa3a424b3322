import { notifyServers } from '../../server/changes/notify-servers.ts';
import { runAs, SERVER } from '../../server/operations/run-as.ts';
import { assignOrder } from '../../server/orders/status/assign-order.ts';
import { databaseOf } from '../../server/platform/database/database.ts';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import { addOrder } from '../../tests/support/test-shop.ts';
import type { BenchPlace } from '../bench-place.ts';
import { commitTimes } from './commits.ts';
import type { PaintRecord, Screen } from './open-screens.ts';

/**
 * The time from an order's commit to its paint, the part of it until the screen sent its read, and the
 * duration of that read, in ms.
 */
export type Painted = { screen: string; painted_ms: number; asked_ms: number; answered_ms: number };

/** The value recorded for an order that was not painted in time, in ms. */
const LATEST_MS = 3_000;

/** Assigns orders to the drivers of these screens, one after another, as the command line does. */
export async function paintTimes(
  place: BenchPlace,
  screens: readonly Screen[],
  { each, every_ms }: { each: number; every_ms: number },
): Promise<Painted[]> {
  const owner = databaseOf(place.pools.owner, { onNews: notifyServers(place.pools.owner) });
  const given: { screen: Screen; order_id: string; names: string[] }[] = [];
  for (let at = 0; at < each; at += 1) {
    for (const screen of screens) {
      const { shop_id, driver } = screen;
      const { id, order_number } = await addOrder(
        place.owner,
        { shop_id },
        { driver_id: null },
        { status: 'packed', minutes_ago: 0 },
      );
      await inTransaction(owner, (tx) =>
        runAs(tx, { ...SERVER, shop_id }, assignOrder, { order_id: id, driver_id: driver.driver_id }),
      );
      given.push({ screen, order_id: id, names: [id, order_number, `Order #${order_number}`] });
      await new Promise((done) => setTimeout(done, every_ms));
    }
  }
  await new Promise((done) => setTimeout(done, LATEST_MS));
  const committed = await commitTimes(
    place,
    'subject_id',
    given.map(({ order_id }) => order_id),
  );
  const noted = new Map<Screen, Record<string, PaintRecord>>();
  for (const screen of screens) {
    noted.set(
      screen,
      await screen.page.evaluate(() => (window as unknown as { noted: Record<string, PaintRecord> }).noted),
    );
  }
  return given.map(({ screen, order_id, names }) => {
    const own = noted.get(screen) ?? {};
    const found = names.flatMap((name) => own[name] ?? [])[0];
    const at_ms = committed.get(order_id) ?? 0;
    const painted_ms = found && Number.isFinite(found.painted) ? found.painted - at_ms : LATEST_MS;
    return {
      screen: screen.kind.name,
      painted_ms,
      asked_ms: found ? found.asked - at_ms : LATEST_MS,
      answered_ms: found ? found.answered - found.asked : 0,
    };
  });
}
