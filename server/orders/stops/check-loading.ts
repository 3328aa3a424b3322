import type {
  CheckLoading,
  LoadingChecked,
} from '../../../contract/operations/dashboard/deliveries/check-loading.schema.ts';
import { isOpen } from '../../../contract/rules/orders/order-life.ts';
import type { Command } from '../../operations/operation.ts';
import { commandRoute } from '../../operations/route.ts';
import type { Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { refuseUsedId } from '../../platform/database/refuse-used-id.ts';
import { addRows } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { occurredAt } from '../../platform/device-clock.ts';
import { ownDriver } from '../lists/order-queries.ts';
import { recordOrderEvents } from '../order-events.ts';
import { linesWithProducts } from '../order-rows.ts';

/**
 * Records the driver's check of the load. The desk sees the orders with missing goods until a later check is
 * complete. Orders that are no longer the driver's, and lines that the order no longer has, are ignored.
 * Throws `driver_not_found`, `invalid_input`.
 */
export async function checkLoading(
  tx: Tx,
  actor: Staff,
  input: CheckLoading,
  { command_id, now, changed, unchanged }: Command,
): Promise<LoadingChecked> {
  const { shop_id, user_id, driver_id } = ownDriver(actor);
  const own = sql<{ id: string; status: string; driver_id: number | null }>`
    select id, status, driver_id from lock_orders(${input.stops.map(({ order_id }) => order_id)}::uuid[])`;
  const { rows } = await own.execute(tx);
  const orders = rows.filter((order) => order.driver_id === driver_id && isOpen(order.status as 'packed'));
  const ids = orders.map(({ id }) => id);
  const lines = new Map((await linesWithProducts(tx, shop_id, ids)).map((line) => [line.id, line]));
  const given = new Map(input.stops.map(({ order_id, missing }) => [order_id, missing]));
  const checks = ids.map((order_id) => ({
    order_id,
    missing: (given.get(order_id) ?? []).flatMap(({ item_id, qty: missing_qty }) => {
      const line = lines.get(item_id);
      if (line?.order_id !== order_id) return [];
      // An older page may know a greater quantity.
      const qty = Math.min(missing_qty, line.picked_qty ?? line.qty);
      return qty > 0 ? [{ item_id, qty }] : [];
    }),
  }));
  const missing_orders = checks.filter(({ missing }) => missing.length > 0).length;
  if (checks.length === 0) {
    unchanged();
    return { checked: [], missing_orders };
  }
  const at = { occurred_at: occurredAt(input, new Date(0), now), recorded_at: now };
  const by = { shop_id, check_id: input.check_id, driver_id, user_id, command_id, ...at };
  const added = checks.map(({ order_id, missing }) => ({
    ...by,
    id: tx.newId(),
    order_id,
    missing,
  }));
  await refuseUsedId('check_id', addRows(tx, 'loading_checks', added));
  const events = checks.map(({ order_id, missing }) => ({
    order: { shop_id, id: order_id },
    event: {
      kind: 'loaded',
      detail: {
        check_id: input.check_id,
        missing: missing.map(({ item_id, qty }) => ({ name: lines.get(item_id)?.name ?? '', qty })),
      },
    } as const,
  }));
  await recordOrderEvents(tx, actor, events);
  const [only, ...others] = ids;
  const subject_id = only && others.length === 0 ? only : null;
  const about = subject_id === null ? {} : { subject_id };
  changed({
    what: 'check_loading',
    subject_id,
    before: { order_ids: ids },
    after: { driver_id, missing_orders },
    touched: [{ topic: 'orders', audience: 'desk', user_ids: [user_id], ...about }],
  });
  return { checked: ids, missing_orders };
}

export const checkLoadingRoute = commandRoute('check_loading', checkLoading);
