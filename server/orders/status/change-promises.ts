import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { changeAllLocked, type LockedShopOrder } from '../lock-shop-order.ts';
import { recordOrderEvents } from '../order-events.ts';

/** Promises locked orders of one shop for one time, with an event for each order whose promise changes. */
export async function changePromises(
  tx: Tx,
  actor: Actor,
  orders: readonly LockedShopOrder[],
  promised_at: Date | null,
): Promise<void> {
  const changing = orders.filter((order) => order.promised_at?.getTime() !== promised_at?.getTime());
  if (changing.length === 0) return;
  await changeAllLocked(tx, changing, { promised_at });
  const to = promised_at?.toISOString() ?? null;
  await recordOrderEvents(
    tx,
    actor,
    changing.map((order) => {
      const step = { what: 'promised_at', from: order.promised_at?.toISOString() ?? null, to };
      return { order, event: { kind: 'updated', detail: { changed: 'promised', steps: [step] } } };
    }),
  );
}
